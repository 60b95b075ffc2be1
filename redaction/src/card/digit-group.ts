import { centre, distance, heightOf, type Quad } from '../geometry/quad.ts'
import { bandOf } from '../page/piece.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'

/** Digits of one line that stand together, blanks and dividing marks left out. */
export interface DigitGroup {
  digits: string
  glyphs: Glyph[]
  quad: Quad
  height: number
  /** Nothing else is on its line. */
  isAlone: boolean
}

// How the reader sees embossed and outlined digits at times.
const lookalikes: Record<string, string> = {
  O: '0',
  o: '0',
  D: '0',
  Q: '0',
  U: '0',
  I: '1',
  l: '1',
  i: '1',
  '!': '1',
  ']': '1',
  '[': '1',
  '|': '1',
  L: '1',
  Z: '2',
  z: '2',
  E: '6',
  A: '4',
  S: '5',
  s: '5',
  G: '6',
  b: '6',
  T: '7',
  B: '8',
  R: '8',
  g: '9',
  q: '9',
}
const date = /(?<!\d)(?:0?[1-9]|1[0-2]) ?[/.-] ?(?:20)?\d\d(?!\d)/g

/** Every group of three or more digits; dates of issue and expiry are left out. */
export function digitGroupsOf(lines: readonly Line[]): DigitGroup[] {
  return lines.flatMap(groupsOfLine)
}

function groupsOfLine(line: Line): DigitGroup[] {
  const text = readAsDigits(line.text)
  const dates = [...text.matchAll(date)].filter((match) => !isInsideNumber(text, match))
  const isDate = (i: number) => dates.some((match) => i >= match.index && i < match.index + match[0].length)
  const runs: Glyph[][] = []
  let isOpen = false
  line.glyphs.forEach((glyph, i) => {
    const character = text[i] as string
    if (/\d/.test(character) && !isDate(i)) {
      if (isOpen) runs[runs.length - 1]?.push({ ...glyph, text: character })
      else runs.push([{ ...glyph, text: character }])
      isOpen = true
    } else if (/[A-Za-z]/.test(character) || isDate(i)) isOpen = false
  })
  const isAlone = runs.length === 1 && !/[A-Za-z]{2}/.test(text) && dates.length === 0
  return runs
    .flatMap(splitAtJumps)
    .filter((run) => run.length >= 3)
    .map((glyphs) => groupOf(glyphs, isAlone))
}

/** Dates of issue and expiry. */
export const datesOf = (lines: readonly Line[]): Glyph[][] =>
  lines.flatMap((line) => {
    const text = readAsDigits(line.text)
    return [...text.matchAll(date)]
      .filter((match) => !isInsideNumber(text, match))
      .map((match) => line.glyphs.slice(match.index, match.index + match[0].length))
      .filter((glyphs) => glyphs.length > 0)
  })

function groupOf(glyphs: Glyph[], isAlone: boolean): DigitGroup {
  const quad = bandOf(glyphs)
  return { digits: glyphs.map(({ text }) => text).join(''), glyphs, quad, height: heightOf(quad), isAlone }
}

// A line with three digits or more, and at most half as many letters, is read as digits alone.
const minDigits = 3
const maxLettersPerDigit = 0.5
// Largest distance between two digits of one group, in digit heights.
const maxJump = 4
// Words read upside down rarely reach these confidences; a word that cards carry needs less.
const sureOfCardWord = 0.8
const sureOfAnyWord = 0.96
const minDistinctLetters = 5

function readAsDigits(text: string): string {
  const digitCount = text.replace(/\D/g, '').length
  const letterCount = text.replace(/[^A-Za-z]/g, '').length
  if (digitCount < minDigits || letterCount > digitCount * maxLettersPerDigit) return text
  return text.replace(/[^\d ]/g, (mark) => lookalikes[mark] ?? mark)
}

const isInsideNumber = (text: string, match: RegExpExecArray) =>
  /\d[ ./-]?$/.test(text.slice(0, match.index)) ||
  /^[ ./-]?\d/.test(text.slice(match.index + match[0].length))

/** Digits that are far apart belong to different things. */
function splitAtJumps(glyphs: Glyph[]): Glyph[][] {
  const runs: Glyph[][] = []
  for (const glyph of glyphs) {
    const run = runs[runs.length - 1]
    const last = run?.[run.length - 1]
    if (run && last && distance(centre(last.quad), centre(glyph.quad)) < maxJump * heightOf(glyph.quad))
      run.push(glyph)
    else runs.push([glyph])
  }
  return runs
}

/** Three or four digits on their own, or three behind the last four of the number, as on a signature strip. */
export const isCode = (group: DigitGroup) => group.isAlone && [3, 4, 7].includes(group.digits.length)

const cardWords =
  /valid|thru|good|member|since|bank|credit|debit|card|visa|expr?ess|master|discover|expires|business|purchase|platinum|authori[sz]ed|signature|service|customer/i

/**
 * Whether words were read on the card. Digits also read upside down and mirrored, and then their last four are
 * not the last four of the number; words hardly do.
 */
export function isRightWayUp(lines: readonly Line[]): boolean {
  return lines.some(
    ({ text, confidence }) =>
      (confidence > sureOfCardWord && cardWords.test(text)) ||
      (confidence > sureOfAnyWord && distinctLetters(text) >= minDistinctLetters),
  )
}

// Letters that look like others when turned or mirrored do not count.
const distinctLetters = (text: string) => text.replace(/[^A-Za-z]|[oOxXIlHNSZszAMTUVWYvwbdpqnu]/g, '').length
