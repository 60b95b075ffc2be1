/**
 * Reads a redacted page again, at another scale: what still looks like a secret was missed the first time. What
 * the first reading took for plain words is covered, so that only what may hold digits is read twice.
 */

import { cardNumberOf } from '../card/card-number.ts'
import { isLoneNumber, rowsOfDigits } from '../card/lone-numbers.ts'
import { isCovered } from '../document/is-covered.ts'
import type { Finding } from '../finding.ts'
import { growQuad, heightOf, mapQuad } from '../geometry/quad.ts'
import { findTextSecrets } from '../page/find-text-secrets.ts'
import { pageAngle } from '../page/piece.ts'
import { readView } from '../page/read-view.ts'
import { paintQuads } from '../picture/paint-quads.ts'
import type { Picture } from '../picture/picture.ts'
import { scaledView, type View } from '../picture/view.ts'
import type { Line, TextReader } from '../reader/text-reader.ts'
import { Refusal } from '../refusal.ts'
import type { FindOptions } from '../text/find-secrets.ts'
import { digitsBeside } from './digits-beside.ts'
import { isKept, keptDigits } from './kept-digits.ts'
import { plainWordsOf } from './plain-words.ts'

// Other than those of the first reading, so that a digit that fell between two steps of one scale is seen at the other.
const scales = [
  { workingSide: 1800, detectionSide: 928 },
  { workingSide: 2200, detectionSide: 1344 },
] as const
const white = 255
// So many plain words were not read the wrong way round.
const tellingLines = 3

export interface CheckOptions extends FindOptions {
  signal?: AbortSignal | undefined
  isWanted(finding: Finding): boolean
}

/** Paints what the first reading missed and gives it; refuses the page when something remains after that. */
export async function readAgain(
  reader: TextReader,
  picture: Picture,
  lines: readonly Line[],
  findings: readonly Finding[],
  options: CheckOptions,
): Promise<Finding[]> {
  const words = lines.flatMap(plainWordsOf)
  const direction = words.length >= tellingLines ? pageAngle(words) : undefined
  const kept = keptDigits(lines, findings)
  const missed: Finding[] = []
  for (const scale of scales) {
    const view = await coveredView(picture, words, scale.workingSide)
    const read = await readView(reader, view, { ...scale, enlarge: true, direction, signal: options.signal })
    const known = [...findings, ...missed]
    const glyphs = [...lines, ...read].flatMap((line) => line.glyphs)
    const beside = digitsBeside(known, glyphs).filter(({ quad }) => !isKept(quad, read, kept))
    const surviving = [...findTextSecrets([...words, ...read], options), ...loneNumbers(read, words)].filter(
      (finding) =>
        options.isWanted(finding) && !isCovered(finding.quad, known) && !isKept(finding.quad, read, kept),
    )
    const found = [...surviving, ...beside]
    if (found.length === 0) return missed
    const stronger = found.map((finding) => {
      const height = heightOf(finding.quad)
      return { ...finding, quad: growQuad(finding.quad, 0.3 * height, 0.3 * height) }
    })
    paintQuads(
      picture,
      stronger.map(({ quad }) => quad),
    )
    missed.push(...stronger)
  }
  throw new Refusal('secret-remains')
}

const loneNumbers = (read: readonly Line[], words: readonly Line[]): Finding[] =>
  rowsOfDigits(read)
    .filter((chain) => isLoneNumber(chain, [...words, ...read]))
    .flatMap((chain) => cardNumberOf(chain, true).findings)

/** The page without its plain words. */
async function coveredView(page: Picture, words: readonly Line[], side: number): Promise<View> {
  const { picture, toPage } = await scaledView(page, side)
  const factor = picture.width / page.width
  const covered = picture === page ? { ...page, pixels: Uint8Array.from(page.pixels) } : picture
  paintQuads(
    covered,
    words.map(({ quad }) => mapQuad(quad, ([x, y]) => [x * factor, y * factor])),
    white,
  )
  return { picture: covered, toPage }
}
