import type { Quad } from './geometry/quad.ts'
import type { SecretKind } from './text/secret.ts'

/** What a hidden area held. The kinds beyond those of text exist on cards only, or were chosen. */
export type FindingKind = SecretKind | 'card-digits' | 'signature-strip' | 'chosen'

/** How an area was found: by the text rules, by the layout of cards, by its place on a card, or by its owner. */
export type FindingSource = 'text' | 'card' | 'position' | 'owner'

export interface Finding {
  kind: FindingKind
  /** Four corners in pixels of the upright page. */
  quad: Quad
  confidence: number
  source: FindingSource
}

/** A place where a secret was expected and not found, or a number that nothing explains: a person must look at it. */
export interface UncertainArea {
  /** Four corners in pixels of the upright page; the whole page when there is no better place. */
  quad: Quad
  expected: SecretKind
  reason: 'label-without-value' | 'value-not-read' | 'paper-without-secret' | 'unexplained'
}
