import { anyOf, type Label, labelledValues } from '../labelled-values.ts'
import { isEmployerNumber, type Rule } from '../secret.ts'

const number = '(?: ?(?:#|nos?|num|number|id))?'
const passportLabel = new RegExp(
  String.raw`(?:(?:u\.?s\.? )?passport(?: ?(?:book|card))?|travel document|pasaporte|passeport|reisepass)${number}`,
)
const passport = /(?=[A-Z]{0,2}\d)(?:[A-Z]{0,2} ?\d(?: ?\d){5,8})(?![\dA-Z])/
/** What a driver's license or a state's ID calls its number, on itself or on a form. */
export const licenseLabels: readonly Label[] = [
  {
    pattern: new RegExp(
      String.raw`driv(?:er|ers|er's|ers'|ing)?'? ?'?s? ?lic(?:en[sc]e|\.)?${number}(?: ?\/ ?(?:state)?(?: ?-? ?issued)? ?(?:id|identification)(?: ?(?:#|no|num|number))?)?`,
    ),
    example: "Driver's License No. D1234567",
  },
  {
    pattern:
      /d\.? ?l\.?(?: ?(?:#|nos?|num|number))?(?=[ .:#\n\u250a]{0,6}[A-Z]{0,7}\d|[ .:#\n\u250aA-Z]{0,6}\d)/,
    example: 'DL D1234567',
    why: 'Short: digits must follow.',
  },
  {
    pattern: new RegExp(`d ?\\/ ?l${number}|dl ?\\/ ?id${number}|driver'?s? id${number}`),
    example: 'DL/ID D1234567',
  },
  {
    pattern: new RegExp(String.raw`lic(?:en[sc]e|\.)?${number}\.? ?\(driver'?s?\)`),
    example: "License No. (driver's) D1234567",
  },
  { pattern: /dln/, example: 'DLN D1234567' },
  {
    pattern: new RegExp(String.raw`operator'?s? lic(?:en[sc]e|\.)?${number}`),
    example: "Operator's License D1234567",
  },
  { pattern: new RegExp(`cdl${number}`), example: 'CDL # D1234567', why: 'Of trucks and buses.' },
  { pattern: /lic\.? ?(?:#|nos?|num)/, example: 'LIC NO. TL545786' },
  {
    pattern: new RegExp(`state[ -]?issued ?(?:id|identification)(?: card)?${number}`),
    example: 'State-issued ID number D1234567',
  },
  { pattern: new RegExp(`id(?:entification)? card${number}`), example: 'Identification Card No D1234567' },
  {
    pattern: /customer identifier/,
    example: 'Customer Identifier D1234567',
    why: 'The name in the standard for licenses.',
  },
  {
    pattern: /(?<!-\d{0,2})4 ?d[.:)]?(?: ?(?:number|nbr|no|id|dl|dln|lic))?(?: ?#)?/,
    example: '4d D1234567',
    why: 'The field that the standard for North American licenses gives to their number.',
  },
]
const gluedLicenseLabel = /driver'?s?licen[sc]e(?:number|no)?(?:\/stateissuedidnumber)?/
// What is between label and number in a sentence is no part of the number.
const filler =
  '(?!(?:is|was|are|no|nr|my|the|of|for|as|and|or|f?ein|tin|dates?|issued?|issuance|expires?|expiration|exp|dob|birth|birthdate|class|sex|state) )'
const license = new RegExp(
  String.raw`${filler}(?=(?:[A-Z -]{0,12}\d){3})(?:[A-Z]{2} (?=[A-Z]?\d))?[A-Z0-9](?:[ -]?[A-Z0-9]){4,18}(?![A-Z0-9])`,
)
// Names that other numbers have too: the value must look like one of a license, a letter and digits.
const vagueLabel =
  /licen[sc]e(?: ?(?:#|nos?|num|number))|state id(?: ?(?:#|nos?|num|number)|(?= ?:))|state of issue/
const letterAndDigits = new RegExp(
  String.raw`${filler}(?:[A-Z]{2} (?=[A-Z]\d))?[A-Z]{1,2}[ -]?\d(?:[ -]?\d){4,13}(?![A-Z0-9])`,
)
// The next field of a license.
const otherField =
  /(?<![A-Z0-9])(?:\d{1,2}[a-e]?[.: ]*)?(?:exp|iss|dob|sex|hgt|ht|wgt|wt|eyes|hair|class|rest|end)(?![A-Z])/i
const minDigits = 3
const minLength = 5
const otherKinds =
  "business|tax|sales|use|liquor|dealer'?s?|vendor'?s?|contractor'?s?|seller'?s?|retail|software|professional|merchant'?s?|permit|exemption|certificate|registration|employer'?s?|medical|fishing|hunting|marriage|pharmacy|nursing|trade|occupational"
const otherLicense = new RegExp(String.raw`(?:${otherKinds})[ /&-]*(?:\w+ )?$`, 'i')
const otherVague = new RegExp(String.raw`(?:${otherKinds}|or)[ /&-]*(?:\w+ )?$`, 'i')
// A label that also allows the number of an employer.
const namesEmployerNumber = /\b(?:f\.?)?e\.?i\.?n\b|(?:federal|employer|tax) ?id|\bf?tin\b/i
const labelReach = 90
// The Internal Revenue Service numbers the returns it files with fourteen digits. The last letter of its name may be glued to it.
export const isDocumentLocator = (text: string): boolean => /^N?\d{14}$/.test(text.replace(/\W/g, ''))

/** A day of this century or the last one: the field beside the number, or above it. */
const isDate = (text: string) =>
  /^(?:0?[1-9]|1[0-2])([-. ])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d{2}$/.test(text)

const passportNumbers = labelledValues({ label: passportLabel, value: passport, hasLetters: true })
const licenseNumbers = labelledValues({
  label: anyOf(licenseLabels),
  gluedLabel: gluedLicenseLabel,
  value: license,
  unless: otherLicense,
  hasLetters: true,
})
const vaguelyLabelled = labelledValues({
  label: vagueLabel,
  value: letterAndDigits,
  unless: otherVague,
  hasLetters: true,
})

/** Passport and driver's license numbers by their labels. */
export const findIdentityDocuments: Rule = (source) => [
  ...passportNumbers(source).map(({ start, end }) => ({
    kind: 'passport-number' as const,
    start,
    end,
    valueEnd: end,
    confidence: 0.95,
  })),
  ...[...licenseNumbers(source), ...vaguelyLabelled(source)]
    .filter(({ match }) => !isDocumentLocator(match[0]) && !isDate(match[0]))
    .filter(({ match }) => {
      const value = ownPart(match[0])
      return value.replace(/\D/g, '').length >= minDigits && value.length >= minLength
    })
    .filter(({ start, match }) => {
      const before = source.text.slice(Math.max(0, start - labelReach), start)
      return !(isEmployerNumber(match[0]) && namesEmployerNumber.test(before))
    })
    .map(({ start, end, match }) => {
      const trimmed = start + ownPart(match[0]).length
      return {
        kind: 'driver-license-number' as const,
        start,
        end: trimmed,
        valueEnd: Math.min(end, trimmed),
        confidence: 0.95,
      }
    }),
]

// A word of so many letters behind a number is none of its groups.
const wordBehind = /(?<=\d\S*) [A-Za-z]{4,}(?= |$)/

/** The number ends where the next field or plain words begin. */
function ownPart(value: string): string {
  const ends = [otherField.exec(value)?.index, wordBehind.exec(value)?.index, value.length]
  const words = value
    .slice(0, Math.min(...ends.filter((end) => end !== undefined)))
    .trimEnd()
    .split(' ')
  while (words.length > 1 && !/\d/.test(words[words.length - 1] as string)) words.pop()
  return words.join(' ')
}
