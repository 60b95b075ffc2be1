import type { Quad } from '../geometry/quad.ts'
import { networkWidthOf } from './recognise-lines.ts'

// Lines read together are stretched to the widest of them: more than this would blur the shapes of letters.
const maxStretch = 1.12
// Wider runs gain nothing from company.
const maxTotalWidth = 1600

/** Lines of like width, to be read together: two cores are better used, and the network starts less often. */
export function batchesOf(quads: readonly Quad[]): Quad[][] {
  const batches: Quad[][] = []
  let narrowest = 0
  for (const quad of [...quads].sort((a, b) => networkWidthOf(a) - networkWidthOf(b))) {
    const batch = batches[batches.length - 1]
    const width = networkWidthOf(quad)
    if (batch && width <= maxStretch * narrowest && (batch.length + 1) * width <= maxTotalWidth)
      batch.push(quad)
    else {
      batches.push([quad])
      narrowest = width
    }
  }
  return batches
}
