/** Where a secret was expected and not found. Such a page is released only after its owner has looked at it. */

import type { Finding, UncertainArea } from '../finding.ts'
import { boundsOf, centre, heightOf, isInside, type Quad, widthOf } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Line } from '../reader/text-reader.ts'
import type { SecretKind } from '../text/secret.ts'
import { placesFor } from './find-unread-values.ts'
import { isExplained, type KindOfPaper, kindsOfPapers } from './kinds-of-papers.ts'
import { medianPrintHeight } from './piece.ts'
import { findUnreadInk } from './unread-ink.ts'

/** The areas of a page that a person must check, given everything that was found on it. */
export function findUncertainAreas(
  page: Picture,
  lines: readonly Line[],
  findings: readonly Finding[],
  met: readonly SecretKind[] = [],
): UncertainArea[] {
  const print = medianPrintHeight(lines)
  const found = new Set<string>([
    ...met,
    ...findings
      .filter((finding) => isTrusted(finding, print) || isInPlace(finding, print, lines))
      .map(({ kind }) => kind),
  ])
  const areas = kindsOfPapers(lines)
    .filter((paper) => !isExplained(paper, lines))
    .flatMap((paper) =>
      paper.expects
        .filter((alternatives) => !alternatives.some((kind) => found.has(kind)))
        .filter(([expected]) => !(paper.mayBeEmpty && isEmpty(page, lines, expected as SecretKind)))
        .map(([expected]): UncertainArea => {
          const kind = expected as SecretKind
          return { quad: placeOf(page, paper, lines, kind), expected: kind, reason: 'paper-without-secret' }
        }),
    )
  return areas.filter(({ expected }, i) => areas.findIndex((area) => area.expected === expected) === i)
}

const trusted = { confidence: 0.65, height: 0.4, width: 1 }

/** Whether something of the size of a value was hidden because it was understood, not because it might be one. */
const isTrusted = ({ confidence, quad }: Finding, print: number) =>
  confidence >= trusted.confidence &&
  heightOf(quad) >= trusted.height * print &&
  widthOf(quad) >= trusted.width * print

// In heights of the finding. Most digits of the number were read, if not all of them.
const inPlace = { width: 5, digits: 7 }

/** Whether a whole number was hidden below or beside its label, though a digit of it was not read. */
function isInPlace({ kind, quad }: Finding, print: number, lines: readonly Line[]): boolean {
  const isWhole = heightOf(quad) >= trusted.height * print && widthOf(quad) >= inPlace.width * heightOf(quad)
  if (!isWhole || !(kind === 'ssn' || kind === 'itin')) return false
  const digits = lines.flatMap(({ glyphs }) =>
    glyphs.filter((glyph) => /\d/.test(glyph.text) && isInside(quad, centre(glyph.quad))),
  )
  return (
    digits.length >= inPlace.digits &&
    placesFor(lines, kind).some(
      ({ label, area }) => isInside(area, centre(quad)) && !isInside(label, centre(quad)),
    )
  )
}

/** Whether nothing at all is written where the value belongs. */
function isEmpty(page: Picture, lines: readonly Line[], expected: SecretKind): boolean {
  const places = placesFor(lines, expected)
  return places.length > 0 && places.every(({ label }) => !findUnreadInk(page, label, lines))
}

// Of the height of what was read: the line of numbers at the foot of a check.
const footOfCheck = 0.25

/** Beside the label of the secret, at the foot of a check, or the whole page. */
function placeOf(page: Picture, paper: KindOfPaper, lines: readonly Line[], expected: SecretKind): Quad {
  const [place] = placesFor(lines, expected)
  if (place) return place.area
  if (paper.name !== 'check') return areaOfPage(page)
  const { left, top, right, bottom } = boundsOf(lines.map(({ quad }) => quad))
  const from = bottom - footOfCheck * (bottom - top)
  return [
    [left, from],
    [right, from],
    [right, page.height],
    [left, page.height],
  ]
}

export const areaOfPage = ({ width, height }: Pick<Picture, 'width' | 'height'>): Quad => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
]
