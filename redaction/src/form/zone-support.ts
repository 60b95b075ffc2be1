/** Whether a zone is where we think: the words that the blank prints next to it have to be next to it on the page, too. */
import type { PrintedWord } from '@exempta/knowledge/printed-words'
import type { Zone } from '@exempta/knowledge/schema'
import { boundsOf, centre, type Quad } from '../geometry/quad.ts'
import type { PlacedZone } from './fill-zones.ts'
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
  const places = Map.groupBy(occurrences, ({ hash }) => hash)
  const placed = words
    .filter(({ length }) => length >= shortestWord)
    .map((word) => {
      const [x, y] = centre(placeBox(word))
      const isThere = (places.get(word.hash) ?? []).some(
        ({ at }) =>
          Math.abs(at[0] - x) < off.along * lineHeight && Math.abs(at[1] - y) < off.across * lineHeight,
      )
      return { x, y, isThere }
    })
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
