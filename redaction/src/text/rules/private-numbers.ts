import { type Label, labelledValues } from '../labelled-values.ts'
import { matchesOf } from '../matches.ts'
import type { Rule, Secret } from '../secret.ts'

const number = '(?: ?(?:#|nos?|num|number))'
const insured = /(?=(?:[A-Z -]{0,4}\d){4})[A-Z0-9](?:[ -]?[A-Z0-9]){5,15}(?![A-Z0-9])/

/** A number that an office or a plan gives to a person: what papers call it, and its shape. */
interface PrivateNumber extends Label {
  value: RegExp
}

export const privateNumbers: readonly PrivateNumber[] = [
  {
    pattern: new RegExp(`uscis${number}?|alien(?: registration)?${number}|a[- ]?(?:number|#)`),
    value: /(?:A[ -]?)?\d{2,3}[ -]?\d{3}[ -]?\d{3}(?![\dA-Z]|[-./]\d)/,
    example: 'USCIS# 123-456-789',
    why: 'The immigration office gives it to a person for life.',
  },
  {
    pattern: new RegExp(
      `(?:medicare|medicaid)(?: (?:claim|beneficiary|member))?(?: ?id)?${number}|(?:medicare|medicaid) id|mbi`,
    ),
    value: insured,
    example: 'Medicare Number 1EG4-TE5-MK73',
  },
  {
    pattern: new RegExp(String.raw`(?:national insurance|n\.?i\.?)${number}`),
    value: /[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Z0-9])/,
    example: 'National Insurance No QQ 12 34 56 C',
    why: 'British.',
  },
  {
    pattern: new RegExp(
      `i-?94(?: (?:arrival/departure|admission))?(?: record)?${number}|admission(?: record)?${number}|sevis(?: id)?${number}?`,
    ),
    value: /N ?\d{10}(?!\d)|(?=(?:[A-Z]?\d){8})[A-Z0-9]{11}(?![A-Z0-9])/,
    example: 'SEVIS ID: N0012345678',
    why: 'Of visitors and students from abroad.',
  },
  {
    pattern: new RegExp(`social insurance${number}|s\\.?i\\.?n\\.?${number}?`),
    value: /\d{3}[ -]?\d{3}[ -]?\d{3}(?!\d|[./-]\d)/,
    example: 'Social Insurance Number 130 692 544',
    why: 'Canadian.',
  },
  {
    pattern: new RegExp(`nhs${number}?|unique taxpayer reference|utr`),
    value: /\d{3}[ -]?\d{3}[ -]?\d{4}(?!\d|[./-]\d)|\d{5} ?\d{5}(?!\d)/,
    example: 'NHS Number 943 476 5919',
    why: 'British.',
  },
  {
    pattern: /curp|rfc|nss|n[uú]mero de (?:seguridad|seguro) social/,
    value: /[A-Z]{4} ?\d{6} ?[A-Z0-9]{3}(?![A-Z0-9])|\d{2} ?\d{2} ?\d{2} ?\d{4} ?\d(?!\d)/,
    example: 'RFC GODE561231GR8',
    why: 'Mexican.',
  },
]

// Clubs, shops and networks have members and subscribers, too.
const memberLabel = new RegExp(
  `(?:member|subscriber|insured|enrollee|policy ?holder)'?s?(?: id(?:entification)?)?${number}|(?:member|subscriber|insured|enrollee) id`,
)
const ofHealthPlan =
  /\b(?:health|medicare|medicaid|dental|medical (?:plan|insurance)|rx ?(?:bin|grp|pcn|group)|co-?pay|deductible|hmo|ppo|blue ?(?:cross|shield)|aetna|cigna|humana|kaiser|anthem)\b/i
/** Whether a text is about a health plan: its members' numbers are private. */
export const isOfHealthPlan = (text: string): boolean => ofHealthPlan.test(text)

/** Shapes that say enough without a label. */
export const privateShapes: readonly Label[] = [
  {
    pattern: /(?<![\dA-Za-z-])A ?#? ?\d{3}([- ])\d{3}\1\d{3}(?![\d-])/g,
    example: 'A 123-456-789',
    why: 'Three groups behind an A are the number of an immigrant.',
  },
  {
    pattern: /(?<![A-Z0-9])[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d(?![A-Z0-9])/g,
    example: 'HEGG560427MVZRRL04',
    why: 'Initials, a date of birth, a sex and a state are a Mexican population number.',
  },
  {
    pattern:
      /(?<![A-Z0-9])(?:MSC|WAC|EAC|LIN|SRC|IOE|NBC|YSC|ZLA|ZNY|ZSF)[ -]?\d{2}[ -]?\d{3}[ -]?\d{5}(?![A-Z0-9])/g,
    example: 'WAC 21 123 45678',
    why: 'An immigration office and ten digits are the number of an application.',
  },
]

const privateValues = privateNumbers.map(({ pattern, value }) =>
  labelledValues({ label: pattern, value, hasLetters: true }),
)
const members = labelledValues({ label: memberLabel, value: insured, hasLetters: true })

const secret = (start: number, end: number, confidence: number): Secret => ({
  kind: 'private-number',
  start,
  end,
  valueEnd: end,
  confidence,
})

/** Numbers that offices and health plans give to a person. */
export const findPrivateNumbers: Rule = (source) => [
  ...privateValues.flatMap((find) => find(source)).map(({ start, end }) => secret(start, end, 0.95)),
  ...members(source).map(({ start, end }) => ({
    ...secret(start, end, 0.95),
    mayBeMember: !isOfHealthPlan(source.text),
  })),
  ...privateShapes
    .flatMap(({ pattern }) => matchesOf(pattern, source.text))
    .map(({ 0: match, index }) => secret(index, index + match.length, 0.85)),
]
