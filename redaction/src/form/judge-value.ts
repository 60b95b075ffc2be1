/** Whether a value was read well enough, and how it is written down. */
import { checkNumber } from '@exempta/knowledge/numbers'
import type { RuleAbout, Zone } from '@exempta/knowledge/schema'
import { states } from '@exempta/knowledge/states'
import type { Glyph } from '../reader/text-reader.ts'
import type { FilledZone } from './fill-zones.ts'
import { lookalikes, withDigits } from './lookalikes.ts'
import { readDate } from './read-date.ts'

const dates: readonly Zone['field'][] = ['signed-on', 'ends-on', 'period-from']
const longest = 300

export const isDateField = (field: Zone['field']) => dates.includes(field)

export interface JudgedValue {
  value: string
  confidence: number
  isSure: boolean
}

// Calibrated on drawn forms: `npm run bench -- forms` counts values that are sure and wrong.
const sure = { mean: 0.98, least: 0.9, mostResidual: 0.35, shortest: 2 }

/** Undefined when the text holds no value of this field. */
export function judgeValue(
  { zone: { field }, rows, isDoubtful }: Pick<FilledZone, 'zone' | 'rows' | 'isDoubtful'>,
  state: string | undefined,
  residual: number,
  today: string | undefined,
): JudgedValue | undefined {
  const glyphs = rows.flat().filter(({ text }) => text.trim() !== '')
  const text = textOf(rows)
  if (glyphs.length === 0 || !/[\p{L}\p{N}]/u.test(text)) return undefined
  const mean = glyphs.reduce((sum, { confidence }) => sum + confidence, 0) / glyphs.length
  const least = Math.min(...glyphs.map(({ confidence }) => confidence))
  const isWellRead =
    mean >= sure.mean &&
    least >= sure.least &&
    residual <= sure.mostResidual &&
    text.length >= sure.shortest &&
    !isDoubtful &&
    !isBroken(text)
  const confidence = Math.max(0, Math.min(1, ((mean + least) / 2) * (1 - residual / 4)))
  if (isDateField(field)) {
    const read = readDate(text)
    if (read === undefined) return undefined
    const value = field === 'signed-on' ? withPossibleYear(read, today) : read
    return {
      value,
      confidence,
      isSure:
        isWellRead &&
        isDateAlone(text) &&
        value === read &&
        (field !== 'signed-on' || isPossible(value, today)),
    }
  }
  if (field === 'number') {
    const value = numberOf(text, state)
    // A digit more or less would not show in a number without a published format.
    const isSure =
      isWellRead &&
      lettersOf(value) === lettersOf(withoutLabel(text)) &&
      lettersOf(value) === lettersOf(numberIn(value)) &&
      formatOf(value, state) === 'fits'
    return /\d/.test(value) ? { value, confidence, isSure } : undefined
  }
  const likely = mostLikely(addresses.includes(field) ? withoutRest(text) : text)
  const value = mendWords(likely)
  const isPartMissing =
    (names.includes(field) && isBrokenName(value)) || (addresses.includes(field) && isStateMissing(value))
  return { value, confidence, isSure: isWellRead && likely === text && !isOdd(value) && !isPartMissing }
}

/** Without today's date, no date of a signature counts as possible, so none is sure. */
const isPossible = (signedOn: string, today: string | undefined) =>
  today !== undefined && signedOn.slice(0, 4) <= today.slice(0, 4)

/** Nobody signs years ahead. Written by hand, a 4 that is closed at the top is read as a 9. */
function withPossibleYear(day: string, today: string | undefined): string {
  const mended = day.replace(/(?<=^\d{3})9/, '4')
  return !isPossible(day, today) && isPossible(mended, today) ? mended : day
}

const dotsOfLine = /(?<=\p{Ll}{2})\.+(?=\p{Ll}{2})/gu
const address = /@|\.(?:biz|co|com|edu|gov|info|io|net|org|us)(?!\p{L})/u
const blankAtHyphen = /(?<=\p{L})(?: -|- (?!and |or |to |& ))(?=\p{L})/gu
const lostApostrophe = /(?<![\p{L}\p{N}])[0O](?=\p{Lu}\p{Ll}{2})/gu
// "Mi11" and "A11 items", but neither "Suite11" nor "A11".
const digitsForLetters =
  /(?<=\p{L}[aiu]|[^\P{L}tT]e|(?<!\p{L})A(?=\S{2} \p{Ll}))(?:11|1l|l1)(?![\p{L}\p{N}])/gu
const zeroOfColorado = /(?<=\p{Ll},? C)0(?= \d{5}(?:-\d{4})?$)/gu

/** What was most likely written, where what was read is odd: it may have been meant, so it's never sure. */
const mostLikely = (text: string) =>
  (address.test(text) ? text : text.replace(dotsOfLine, ' '))
    .replace(blankAtHyphen, '-')
    .replace(lostApostrophe, "O'")
    .replace(digitsForLetters, 'll')
    .replace(zeroOfColorado, 'O')

/** Words have no digits in them, but for those of "1st", and nobody leaves out one of the blanks around an &. */
const mendWords = (text: string) =>
  text
    .replace(/(?<![\p{L}\p{N}])0(?=['’]?\p{L}{2})/gu, 'O')
    .replace(/(?<=\p{L})1(?=\p{Ll})(?!st(?!\p{L}))/gu, 'l')
    .replace(/(?<=\S)(?: &(?! )|(?<! )& )(?=\S)/g, ' & ')

const withoutLabel = (text: string) => text.replace(/^(?:no|number|#)[.:\s]*/i, '')
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** Nothing but a day, so that no digit of it can be the rest of something else. */
const isDateAlone = (text: string) =>
  /^\d{1,2}\s?[/.\-–]\s?\d{1,2}\s?[/.\-–]\s?(?:\d{4}|\d{2})$|^\d{4}-\d{2}-\d{2}$/.test(text) ||
  /^(?:\p{L}{3,9}\.?\s?\d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?\s?\p{L}{3,9})[,.]{0,2}\s?\d{4}$/iu.test(
    text,
  )

// Lost and added blanks, and letters among digits: what people write has none of these, or rarely.
const oddities: readonly RegExp[] = [
  /(?<!(?:^|[^\p{L}])(?:Mc|Mac|De|Di|Du|La|Le|Van|Von|Fitz))(?<=\p{Ll})\p{Lu}/u,
  /\d(?!(?:st|nd|rd|th)(?!\p{L}))\p{L}|\p{L}\d/iu,
  /(?:^|[^\p{L}'’.&])(?![aAI])\p{L} \p{Ll}/u,
  /(?<![\p{L}\p{N}'’.&/-])[b-z](?![\p{L}\p{N}'’.&/-])/u,
  /(?<!s)['’](?!\p{L})|(?<!\p{L})['’]/u,
  /[^\p{L}\p{N}\s.,&'’#/()\-–:;@+"]/u,
  /\d \d/,
  /[,;:] ?[,.;:]|^[^\p{L}\p{N}(#"]|[,;:(&/\-–]$/u,
]

const names: readonly Zone['field'][] = ['purchaser', 'seller', 'signer']
const smallWords = new Set(
  'a an and at by da das de del della den der di do dos du e el en et for from in la las le les los of on or the to und van vd von with y'.split(
    ' ',
  ),
)

/** Names have capitals, but for small words: another word in small letters is the end of the one before it. */
const isBrokenName = (text: string) =>
  /\p{Lu}/u.test(text) && (text.match(/(?<= )\p{Ll}[\p{L}'’]*/gu) ?? []).some((word) => !smallWords.has(word))

const addresses: readonly Zone['field'][] = ['purchaser-address', 'seller-address']

/** Single letters and signs behind a ZIP code are what is left of "Zip + 4". */
function withoutRest(text: string): string {
  const [, whole, state] = /^(.* ([A-Z]{2}) \d{5}(?:-\d{4})?)(?: [^\d\s#])+$/.exec(text) ?? []
  return whole && state && states.has(state) ? whole : text
}

/** Between a city and its ZIP code is the state. */
function isStateMissing(text: string): boolean {
  const before = /^(.*\p{L})[.,]* \d{5}(?:-\d{4})?$/u.exec(text)?.[1]?.replaceAll('.', '').toLowerCase()
  if (before === undefined || /\bbox$/.test(before)) return false
  return !statesAtEnd.some((state) => state.test(before))
}

const statesAtEnd = [...states].map(([code, { name }]) => new RegExp(`(?:^|[ ,])(?:${code}|${name})$`, 'i'))

const isOdd = (text: string) => oddities.some((oddity) => oddity.test(text))

/** The number in a text, with all that is there where the state's format asks for it. */
function numberOf(text: string, state: string | undefined): string {
  const whole = withJoinedDashes(withoutLabel(text))
  const read = numberIn(whole)
  const isWhole = formatOf(read, state) === 'differs' && formatOf(whole, state) === 'fits'
  return isWhole ? whole : mendNumber(read, whole, state)
}

/** Blanks around a dash are wide print: "12 - 345678", "SUT -12345678". */
const withJoinedDashes = (text: string) =>
  text.replace(/(?<=\d|(?<![A-Za-z])[A-Z]{1,4})(?: [-–] ?|[-–] )(?=\d|[A-Z]{1,4}(?![A-Za-z]))/g, '-')

/** The number without what is around it; digits in boxes come one by one. */
function numberIn(text: string): string {
  const words = text.split(' ')
  if (words.length > 3 && words.every((word) => word.length <= 2)) return words.join('')
  const isLong = words.some((word) => word.length >= 5)
  // Single digits before and after a whole number are the lines of its boxes.
  const isPart = (word: string) => /\d/.test(word) && (word.length > 1 || !isLong)
  const first = words.findIndex(isPart)
  const last = words.findLastIndex(isPart)
  // Letters right before the digits are a part of many numbers: "SR ABC 12-345678".
  let start = Math.max(0, first)
  while (start > 0 && isPrefix(words[start - 1] as string)) start--
  return words
    .slice(start, last + 1)
    .map((word) =>
      word.replace(/^[A-Za-z]+/, (letters) => (isPrefix(letters) ? letters.toUpperCase() : letters)),
    )
    .join(' ')
}

/** Capital letters. Some look the same when small, so a reader may give the small one; "No" is a word. */
const isPrefix = (word: string) =>
  /^[A-Zcosuvwxz]{1,4}$/.test(word) && /[A-Z]/.test(word) && !/^[A-Z][a-z]+$/.test(word)

/**
 * The number as the state writes it, where what was read is not quite so: the edge of a box is taken for a character, a
 * letter for a digit. Only one that fits the published format is taken; it's never sure.
 */
function mendNumber(read: string, whole: string, state: string | undefined): string {
  const format = formatOf(read, state)
  if (format === 'fits') return read
  if (format === 'unknown') return withoutLetters(read)
  const bare = read.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  // Words beside the number, and blanks within it, come before characters at its ends: those would only make it fit.
  const tries = [bare, ...wordRuns(whole), bare.slice(1), bare.slice(0, -1), bare.slice(1, -1)].flatMap(
    (text) => [text, withDigits(text)],
  )
  return tries.find((text) => formatOf(text.trim(), state) === 'fits')?.trim() ?? withoutLetters(read)
}

/** Each stretch of words, written as one. */
function wordRuns(text: string): string[] {
  const words = text.split(' ')
  return words.flatMap((_, from) => words.slice(from).map((_, i) => words.slice(from, from + i + 1).join('')))
}

// Where a group begins, S, B, D and Z may be letters; at the very ends, strokes may be the edges of a box.
const letterForDigit =
  /(?<=\d)[SBDZ](?=\d)|(?<![A-Za-z])[Oo]+(?=\d)|(?<=\d)[Oo]+(?![A-Za-z])|(?<=\d-?)[Il|](?=-?\d)|(?<![A-Za-z\d])[Il](?=-\d)/g

const withoutLetters = (number: string) =>
  number.replace(letterForDigit, (letters) => [...letters].map((letter) => lookalikes[letter]).join(''))

/** Letters that stand one by one were read from boxes, or badly. */
const isBroken = (text: string) => {
  const words = text.split(' ')
  return words.length > 4 && words.filter((word) => word.length <= 2).length > words.length * 0.6
}

function textOf(rows: readonly Glyph[][]): string {
  const text = rows.map((row) => row.map((glyph) => glyph.text).join('')).join(' ')
  // Within a word, what looks like a capital I is a small L, but not in McIntyre.
  const mended = text.replace(/(?<=\p{L})(?<!c)I(?=\p{Ll})/gu, 'l')
  // What is left of a line that was typed over.
  return mended
    .replace(/[\s_]+/g, ' ')
    .trim()
    .slice(0, longest)
}

/** Whether a number has the published format of its state; `unknown` where none is published. */
export function formatOf(number: string, state: string | undefined): 'fits' | 'differs' | 'unknown' {
  const rules = (state ? (states.get(state)?.rules ?? []) : []).filter(
    (rule): rule is RuleAbout<'number'> => rule.about === 'number',
  )
  if (rules.length === 0) return 'unknown'
  return rules.some((rule) => checkNumber(rule, number) === 'fits') ? 'fits' : 'differs'
}
