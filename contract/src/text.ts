import { z } from 'zod'
import { pageLimits } from './paging.ts'

/**
 * The one way to clean typed text. Every text field is OneLine or ManyLines, so the same input gives the same
 * result in every form, on the server and in the API. Card numbers are never stored: the server masks them in fields that
 * a route lists as `freeText`, and all other texts are ExactLine or ExactLines, which refuse them.
 */

// Emoji sequences and Arabic and Indic scripts need some invisible characters; between other letters these
// only hide text.
const keptInvisible = [
  String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F}`,
  String.raw`(?<=[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}])[\u200C\u200D](?=[\p{L}\p{Extended_Pictographic}])`,
  String.raw`(?<=[\p{L}\p{N}\p{P}\p{S}])[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
].join('|')
const invisible = String.raw`\p{Default_Ignorable_Code_Point}|[\uFFF9-\uFFFB]|(?![\t-\r\x85])\p{Cc}`
const invisibleOrKept = new RegExp(`(${keptInvisible})|(?:${invisible})+`, 'gu')
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u
const lineBreak = /\r\n|[\v\f\r\x85\u2028\u2029]/g
const emptyLinesMax = 2

function withoutInvisible(text: string): string {
  const cleaned = text.replace(invisibleOrKept, '$1').normalize('NFC')
  return visible.test(cleaned) ? cleaned : ''
}

/** One line: every run of spaces, tabs and line breaks becomes one space. */
export const cleanLine = (text: string): string =>
  withoutInvisible(text)
    .replace(/[\s\x85]+/g, ' ')
    .trim()

/** Several lines: keeps line breaks and indentation, removes trailing spaces and long gaps. */
export const cleanLines = (text: string): string =>
  withoutInvisible(text)
    .replace(lineBreak, '\n')
    .replace(/[^\S\n]/g, ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n+/g, (breaks) => breaks.slice(0, emptyLinesMax + 1))
    .trim()

/** PostgreSQL cannot store NUL, and half of a surrogate pair is not a character. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

export interface TextOptions {
  /** The message when nothing is left after cleaning. Without it the field may be empty. */
  missing?: string
  tooLong?: string
}

/** Schemas that clean their text; a test looks every text field of every route up here. */
export const cleanedTexts = z.registry()

const textOf =
  (clean: (text: string) => string, isExact = false) =>
  (
    maxLength: number,
    { missing, tooLong = `Please use at most ${maxLength} characters` }: TextOptions = {},
  ) => {
    const whole = z.string().max(maxLength, tooLong)
    const length = isExact
      ? whole.refine((text) => !holdsCardNumber(text), 'Please remove what looks like a card number')
      : whole
    return z
      .string()
      .refine(isStorable, { error: 'Please remove the characters that can’t be used here', abort: true })
      .register(cleanedTexts)
      .transform(clean)
      .pipe(missing === undefined ? length : length.min(1, missing))
  }

/** A single-line text. Length is counted after cleaning, in UTF-16 units like browsers do. */
export const OneLine = textOf(cleanLine)

/** A text of several lines. */
export const ManyLines = textOf(cleanLines)

/** A single-line text that is used as it was typed: an address, a number, a name on a form. */
export const ExactLine = textOf(cleanLine, true)

/** A text of several lines that is used as it was typed. */
export const ExactLines = textOf(cleanLines, true)

/** Stores an empty field as null. */
export const orNothing = (text: ReturnType<typeof OneLine>) =>
  text.nullable().transform((cleaned) => cleaned || null)

/** The search field of a list. */
export const SearchText = OneLine(pageLimits.searchLength)

// Digits as people write them on a card: in groups, or in one run.
const digitRuns = /\d(?:[ ._-]?\d){12,}/g
const lengthsOfCards = { min: 13, max: 19 }

/** Whether a text holds the number of a payment card. For texts that are useless with dots in place of digits. */
const holdsCardNumber = (text: string): boolean =>
  [...text.matchAll(digitRuns)].some(([run]) => isCardNumber(run.replace(/\D/g, '')))

/** Starts like the number of a card, is as long as one, and its last digit fits the others (Luhn). */
function isCardNumber(digits: string): boolean {
  if (digits.length < lengthsOfCards.min || digits.length > lengthsOfCards.max) return false
  if (!/^[2-6]/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** A hidden field in every form that anonymous visitors can submit. */
export const FormTrap = z
  .string()
  .max(200)
  .default('')
  .describe('People can’t see this field. If it’s filled in, the request comes from a bot.')
