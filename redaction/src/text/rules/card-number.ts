import { labelledValues } from '../labelled-values.ts'
import { matchesOf } from '../matches.ts'
import { endBeforeLastFour, passesLuhn, type Rule, type Secret } from '../secret.ts'

interface Brand {
  name: string
  prefix: RegExp
  lengths: readonly number[]
}

const brands: readonly Brand[] = [
  { name: 'amex', prefix: /^3[47]/, lengths: [15] },
  { name: 'visa', prefix: /^4/, lengths: [16, 13, 19] },
  {
    name: 'mastercard',
    prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
  },
  { name: 'discover', prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 19] },
  { name: 'unionpay', prefix: /^(?:62|81)/, lengths: [16, 17, 18, 19] },
  { name: 'jcb', prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { name: 'diners', prefix: /^3(?:0[0-5]|095|6|[89])/, lengths: [14, 16, 19] },
  { name: 'maestro', prefix: /^(?:50|5[6-9]|6)/, lengths: [16, 19, 12, 13, 14, 15, 17, 18] },
]

/** Who issues numbers that start so, and how long they are, the usual length first. */
export const brandOf = (digits: string): Brand | undefined => brands.find(({ prefix }) => prefix.test(digits))

/** Whether these digits, all of them, are the number of a card. */
export const isCardNumber = (digits: string) =>
  (brandOf(digits)?.lengths.includes(digits.length) ?? false) && passesLuhn(digits)

// What people and forms put between digits. Other marks count only between all groups alike: dates have slashes too.
const usualMarks = ' .|_\\n-'
const otherMarks = String.raw`/\\,:;*+=~#()`
// The two ways never match the same marks, so that no text takes long.
const between = `(?:[${usualMarks}]{0,5}|[${usualMarks}]{0,2}[${otherMarks}][${usualMarks}${otherMarks}]{0,2})`
const run = new RegExp(String.raw`(?<![\dA-Za-z$])\d(?:${between}\d){11,}(?![\dA-Za-z]|[.,]\d{2}(?!\d))`, 'g')
const hasOtherMarks = new RegExp(`[${otherMarks}]`)
const label =
  /(?:(?:credit|debit|payment|purchas\w+|procurement|fleet|travel|government|gov't|gsa|smartpay|bank|corporate|charge|visa|master ?card|amex|american express|discover|atm|p)[ -]?card|card ?holder'?s? (?:account|number)|tarjeta(?: de (?:credito|cr[eé]dito|debito|d[eé]bito))?|card|visa|master ?card|amex|american express|discover|pan|cc)(?: ?(?:account|acct))?(?: ?(?:no|num|number|#))?/
const labelledNumber = /\d(?:[ .|_\n-]{0,3}\d){11,18}(?!\d)/
const unlessOther =
  /(?:gift|business|green|id|identification|membership|report|score|security|library|insurance|loyalty|rewards|health|medicare|phone|calling|punch|time|diplomatic|exemption|exempt|tax) $/i

const labelledNumbers = labelledValues({ label, value: labelledNumber, unless: unlessOther })

const otherNumber =
  /(?<![a-z])(?:invoice|inv|order|p\.?o|quote|quotation|estimate|tracking|shipment|waybill|reference|ref|confirmation|ticket|serial|item|part|sku|upc|ean|isbn|imei|meter|permit|certificate|registration)\.? ?(?:nos?|nr|num|number|nbr|id|#)[ .:#=\n\u250a]*$/i
const labelReach = 40

/** Whether a text ends with the label of a number that may have the shape of a card's by chance. */
export const namesOtherNumber = (label: string): boolean => otherNumber.test(label)

/** Card numbers; the last four digits stay. */
export const findCardNumbers: Rule = (source) => {
  const { digits } = source
  const secret = (start: number, end: number, confidence: number): Secret => ({
    kind: 'card-number',
    start,
    end: endBeforeLastFour(digits, start, end),
    valueEnd: end,
    confidence,
  })
  const bare = matchesOf(run, digits).flatMap((match) =>
    windowsOf(match[0])
      .filter(({ from }) => {
        const at = match.index + from
        return !namesOtherNumber(source.text.slice(Math.max(0, at - labelReach), at))
      })
      .map(({ from, to, confidence }) => secret(match.index + from, match.index + to, confidence)),
  )
  const labelled = labelledNumbers(source)
    .filter(({ start }) => !bare.some((known) => known.start <= start && start < known.valueEnd))
    .map(({ start, end }) => secret(start, end, 0.9))
  return [...bare, ...labelled]
}

const maxDigits = 19

interface Window {
  from: number
  to: number
  confidence: number
}

// A run may hold more than the card number (an expiry date, a phone number): every stretch of whole groups is tried.
function windowsOf(text: string): Window[] {
  const groups = matchesOf(/\d+/g, text)
  const found: Window[] = []
  for (let first = 0; first < groups.length; first++) {
    const from = groups[first]?.index as number
    for (let last = lastWithin(groups, first); last >= first; last--) {
      const group = groups[last] as RegExpExecArray
      const to = group.index + group[0].length
      const parts = groups.slice(first, last + 1).map(([digits]) => digits)
      const confidence = confidenceOf(parts, text.slice(from, to))
      if (confidence === 0) continue
      found.push({ from, to, confidence })
      first = last
      break
    }
  }
  return found
}

/** The last group that still fits into the longest card number when starting at `first`. */
function lastWithin(groups: RegExpExecArray[], first: number): number {
  let count = 0
  let last = first - 1
  while (last + 1 < groups.length && count + (groups[last + 1] as RegExpExecArray)[0].length <= maxDigits) {
    last++
    count += (groups[last] as RegExpExecArray)[0].length
  }
  return last
}

function confidenceOf(groups: string[], text: string): number {
  const number = groups.join('')
  const brand = brandOf(number)
  if (!brand?.lengths.includes(number.length)) return 0
  // Such numbers are no longer given out, while several states number taxpayers with thirteen digits.
  if (number.length === 13 && brand.name === 'visa') return 0
  const shape = groups.map((group) => group.length).join('-')
  // Digits of amounts, dates and invoice columns pass the check now and then, but not in the groups of a card.
  if (!shapes.some((known) => known.test(shape))) return 0
  const isEven = areMarksAlike(text)
  if (hasOtherMarks.test(text) && !isEven) return 0
  if (passesLuhn(number)) {
    if (brand.name !== 'maestro') return 0.99
    return number.length >= 16 || /^4(?:-4)+/.test(shape) ? 0.9 : 0
  }
  // Not every number on paper is read right: the usual grouping is enough on one line.
  const isUsualShape = shape === '4-4-4-4' || (shape === '4-6-5' && brand.name === 'amex')
  return isUsualShape && isEven && !/\n| {2}/.test(text) ? 0.8 : 0
}

/** In one run, in fours, as American Express and Diners write it, in two halves, or digit by digit. */
const shapes = [
  /^\d+$/,
  /^4(?:-4){2,3}(?:-[1-4])?$/,
  /^4-6-[45]$/,
  /^6-1[03]$/,
  /^8-8$/,
  /^4-12$/,
  /^12-4$/,
  /^1(?:-1)+$/,
]

/** Whether the same is between all groups; how wide the blanks are does not matter. */
const areMarksAlike = (text: string) =>
  new Set((text.match(/\D+/g) ?? []).map((marks) => marks.replace(/\s+/g, ' '))).size <= 1

/** What a security code is called. */
export const codeLabel =
  /c ?v ?v2?|cw2?|c ?v ?c2?|cid|csc|cvn|c[vV]{2}|(?:card )?sec(?:urity|\.)? ?code|card ?(?:verification|validation|identification|security|id) ?(?:code|value|number|no)?|(?:verification|validation) ?(?:code|value|number)|card ?code|(?:3|three|4|four)[ -]?digit (?:security )?code/
const code = /\d(?: ?\d){2,3}(?![\d/.-]|[ -]\d)/
const afterExpiry =
  /(?<![\d/-])(?:0[1-9]|1[0-2]) ?[/-] ?(?:20)?\d{2}[ ,;|:]{1,4}(?:(?:and )?(?:the )?code[ :#]{1,3})?(\d{3,4})(?![\d/-])/gi
// How far behind a card number its expiry date may stand.
const maxGap = 24

const labelledCodes = labelledValues({ label: codeLabel, value: code })

/** The code printed on a card, by its label or behind number and expiry date. */
export const findCardCodes: Rule = (source) => {
  const labelled = labelledCodes(source).map(({ start, end }) => ({
    start,
    end,
    confidence: 0.95,
  }))
  const behindDates = matchesOf(afterExpiry, source.digits)
  const numberEnds = behindDates.length === 0 ? [] : findCardNumbers(source).map(({ valueEnd }) => valueEnd)
  const trailing = behindDates
    .filter(({ index }) => numberEnds.some((end) => end <= index && index - end <= maxGap))
    .map((match) => {
      const end = match.index + match[0].length
      return { start: end - (match[1] as string).length, end, confidence: 0.85 }
    })
  return [...labelled, ...trailing].map((span) => ({ kind: 'card-code', ...span, valueEnd: span.end }))
}

const tracks = [
  /%?[Bb]\d{12,19}\^[^\n?^]{2,40}\^\d{4,}[^\n?]{0,60}\??/g,
  /;?\d{13,19}=\d{7,}[^\n?]{0,20}\??/g,
]

/** What a card reader types: the content of the magnetic stripe. */
export const findTrackData: Rule = ({ text }) =>
  tracks.flatMap((track) =>
    matchesOf(track, text).map((match) => {
      const end = match.index + match[0].length
      return { kind: 'track-data', start: match.index, end, valueEnd: end, confidence: 0.99 }
    }),
  )
