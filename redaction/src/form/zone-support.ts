/** Whether a zone is where we think: the words that the blank prints next to it have to be next to it on the page, too. */
import type { PrintedWord } from '@exempta/knowledge/printed-words'
import type { Zone } from '@exempta/knowledge/schema'
import { boundsOf, centre, type Quad } from '../geometry/quad.ts'
import { isMarkZone, type PlacedZone } from './fill-zones.ts'
import type { Occurrence } from './find-printed-words.ts'

// In heights of a line.
const near = { along: 8, across: 1.7 }
const off = { along: 1.6, across: 0.6 }
const nearest = 8
const shortestWord = 3
const leastShare = 0.34

/** The zones whose words were found beside them. Those without words next to them count as found. */
export function supportedZones(
  zones: readonly PlacedZone[],
  words: readonly PrintedWord[],
  occurrences: readonly Occurrence[],
  placeBox: (word: PrintedWord) => Quad,
  lineHeight: number,
): Set<Zone> {
  const placed = placedWords(words, occurrences, placeBox, lineHeight)
  const supported = zones.filter(({ quad }) => {
    const { left, top, right, bottom } = boundsOf([quad])
    const around = placed
      .map((word) => {
        const dx = Math.max(0, left - word.x, word.x - right) / (near.along * lineHeight)
        const dy = Math.max(0, top - word.y, word.y - bottom) / (near.across * lineHeight)
        return { ...word, apart: Math.hypot(dx, dy) }
      })
      .filter(({ apart }) => apart < 1)
      .sort((a, b) => a.apart - b.apart)
      .slice(0, nearest)
    return around.filter(({ isThere }) => isThere).length >= leastShare * around.length
  })
  return new Set(supported.map(({ zone }) => zone))
}

// In heights of a line: boxes of a list stand so near each other that only what is printed in their own row tells them apart.
const inRow = { along: 14, across: 0.7, nearest: 3, leastShare: 0.6 }

/** The zones but for boxes whose own words weren't found in their row. */
export function withOwnRow(
  supported: ReadonlySet<Zone>,
  zones: readonly PlacedZone[],
  words: readonly PrintedWord[],
  occurrences: readonly Occurrence[],
  placeBox: (word: PrintedWord) => Quad,
  lineHeight: number,
): Set<Zone> {
  const placed = placedWords(words, occurrences, placeBox, lineHeight)
  const isFound = ({ quad }: PlacedZone) => {
    const { left, top, right, bottom } = boundsOf([quad])
    const own = placed
      .filter(({ y }) => Math.abs(y - (top + bottom) / 2) < inRow.across * lineHeight)
      .map((word) => ({ ...word, apart: Math.max(left - word.x, word.x - right) / lineHeight }))
      .filter(({ apart }) => apart < inRow.along)
      .sort((a, b) => a.apart - b.apart)
      .slice(0, inRow.nearest)
    return own.filter(({ isThere }) => isThere).length >= inRow.leastShare * own.length
  }
  return new Set(
    zones
      .filter((one) => supported.has(one.zone) && (!isMarkZone(one.zone) || isFound(one)))
      .map(({ zone }) => zone),
  )
}

function placedWords(
  words: readonly PrintedWord[],
  occurrences: readonly Occurrence[],
  placeBox: (word: PrintedWord) => Quad,
  lineHeight: number,
) {
  const places = Map.groupBy(occurrences, ({ hash }) => hash)
  return words
    .filter(({ length }) => length >= shortestWord)
    .map((word) => {
      const [x, y] = centre(placeBox(word))
      const isThere = (places.get(word.hash) ?? []).some(
        ({ at }) =>
          Math.abs(at[0] - x) < off.along * lineHeight && Math.abs(at[1] - y) < off.across * lineHeight,
      )
      return { x, y, isThere }
    })
}
