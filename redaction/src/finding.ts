import type { Quad } from './geometry/quad.ts'
import type { SecretKind } from './text/secret.ts'

/** What a hidden area held. The kinds beyond those of text exist on cards only. */
export type FindingKind = SecretKind | 'card-digits' | 'signature-strip'

/** How an area was found: by the text rules, by the layout of cards, or by its place on a card. */
export type FindingSource = 'text' | 'card' | 'position'

export interface Finding {
  kind: FindingKind
  /** Four corners in pixels of the upright page. */
  quad: Quad
  confidence: number
  source: FindingSource
}
