/** Secrets of papers whose kind is known, where no label tells: their place and shape are enough there. */

import type { Finding } from '../finding.ts'
import { boundsOf, centre, growQuad, heightOf, isInside, sliceOf } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import type { SecretKind } from '../text/secret.ts'
import type { KindOfPaper } from './kinds-of-papers.ts'
import { bandOf } from './piece.ts'

const confidence = 0.7
// The line at the foot of a check holds a routing number, an account and often the number of the check.
const minCheckLineDigits = 14
const minNumberDigits = 6

/** What to hide beyond what the labels told, for each kind of paper that was recognized. */
export function findOnPapers(
  papers: readonly KindOfPaper[],
  lines: readonly Line[],
  known: readonly Finding[],
): Finding[] {
  const names = new Set(papers.map(({ name }) => name))
  const isFound = (kind: SecretKind) => known.some((finding) => finding.kind === kind)
  const isHidden = ({ quad }: Glyph) => known.some((finding) => isInside(finding.quad, centre(quad)))
  const found: Finding[] = []
  if (names.has('check')) found.push(...checkLines(lines, isFound))
  if (names.has('Social Security card') && !isFound('ssn') && !isFound('itin'))
    found.push(...wholeLines(lines, 'ssn'))
  if (names.has("driver's license or state ID") && !isFound('driver-license-number'))
    found.push(...unlabelledNumbers(lines, 'driver-license-number', licenseToken, isHidden))
  if (names.has('passport') && !isFound('passport-number'))
    found.push(...unlabelledNumbers(lines, 'passport-number', passportToken, isHidden))
  return found
}

const digitsIn = (text: string) => text.replace(/\D/g, '').length
const lettersIn = (text: string) => text.replace(/[^A-Za-z]/g, '').length

const wholeLine = (line: Line, kind: SecretKind, from = 0, to = 1): Finding => ({
  kind,
  quad: growQuad(sliceOf(line.quad, from, to), 0.2 * heightOf(line.quad), 0.1 * heightOf(line.quad)),
  confidence,
  source: 'text',
})

/** Lines of hardly anything but digits in the lower half: hidden whole, since their marks confuse the reader. */
function checkLines(lines: readonly Line[], isFound: (kind: SecretKind) => boolean): Finding[] {
  if (isFound('routing-number') && isFound('bank-account')) return []
  const { top, bottom } = boundsOf(lines.map(({ quad }) => quad))
  return lines
    .filter(
      ({ text, quad }) =>
        centre(quad)[1] > (top + bottom) / 2 && digitsIn(text) >= minCheckLineDigits && lettersIn(text) <= 6,
    )
    .flatMap((line) => [wholeLine(line, 'routing-number', 0, 0.5), wholeLine(line, 'bank-account', 0.5, 1)])
}

const wholeLines = (lines: readonly Line[], kind: SecretKind): Finding[] =>
  lines
    .filter(({ text }) => digitsIn(text) >= minNumberDigits && lettersIn(text) <= 3)
    .map((line) => wholeLine(line, kind))

const licenseToken = /(?<![A-Za-z0-9/-])[A-Z]{0,2}\d(?:[ -]?[A-Z0-9]){4,17}(?![A-Za-z0-9/])/g
const passportToken = /(?<![A-Za-z0-9])[A-Z]?\d{8,9}(?![A-Za-z0-9])/g
const dateOrAddress =
  /\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|^\d{5}(?:-\d{4})?$|^(?:0?[1-9]|1[0-2])(?:[0-2]\d|3[01])(?:19|20)\d{2}$/

/** Tokens with the shape of such a number. */
function unlabelledNumbers(
  lines: readonly Line[],
  kind: SecretKind,
  token: RegExp,
  isHidden: (glyph: Glyph) => boolean,
): Finding[] {
  return lines.flatMap((line) =>
    [...line.text.matchAll(token)]
      .filter(([text]) => digitsIn(text) >= minNumberDigits && !dateOrAddress.test(text))
      .map((match) => line.glyphs.slice(match.index, match.index + match[0].length))
      .filter((glyphs) => glyphs.length > 0 && !glyphs.every(isHidden))
      .map((glyphs): Finding => {
        const quad = bandOf(glyphs)
        return {
          kind,
          quad: growQuad(quad, 0.1 * heightOf(quad), 0.06 * heightOf(quad)),
          confidence,
          source: 'text',
        }
      }),
  )
}
