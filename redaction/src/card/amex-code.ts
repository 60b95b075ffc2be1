import type { Finding } from '../finding.ts'
import { growQuad, heightOf, mix, type Quad, sliceOf } from '../geometry/quad.ts'
import { brandOf } from '../text/card-brand.ts'
import type { CardSecrets } from './find-card-secrets.ts'

/** American Express prints its code above the number's right end: hidden there even when it could not be read. */
export function findAmexCode({ numbers, codes }: CardSecrets): Finding[] {
  if (codes.length > 0) return []
  return numbers
    .filter(({ chain }) => brandOf(chain.digits)?.name === 'amex')
    .map(({ chain }) => {
      const first = chain.groups[0]?.quad as Quad
      const last = chain.groups[chain.groups.length - 1]?.quad as Quad
      const number: Quad = [first[0], last[1], last[2], first[3]]
      const end = sliceOf(number, 0.62, 1.08)
      const above = (steps: number, top: 0 | 1, bottom: 2 | 3) => mix(end[top], end[bottom], -steps)
      const quad: Quad = [above(2.2, 0, 3), above(2.2, 1, 2), above(0.25, 1, 2), above(0.25, 0, 3)]
      return {
        kind: 'card-code',
        quad: growQuad(quad, 0, 0.05 * heightOf(quad)),
        confidence: 0.4,
        source: 'position',
      }
    })
}
