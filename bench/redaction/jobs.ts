import { cachedSample } from './cache/cached-sample.ts'
import {
  cardSample,
  cardSeeds,
  formSample,
  formSeeds,
  pageSample,
  pageSeeds,
  type Sample,
} from './corpus/corpus.ts'
import { sharedSamples } from './shared-set.ts'

export interface Sizes {
  cards: number
  forms: number
  /** Pages of text with a card on them. */
  pages: number
}

/** One picture of the corpus, drawn when it is first asked for. */
export interface Job {
  set: 'drawn' | 'shared'
  kind: Sample['kind']
  draw: () => Promise<Sample>
}

/** Every picture to measure, in a fixed order. */
export const jobsOf = ({ cards, forms, pages }: Sizes): Job[] => [
  ...cardSeeds(cards).map((seed) => drawn('card', seed, cardSample)),
  ...formSeeds(forms).map((seed) => drawn('form', seed, formSample)),
  ...pageSeeds(pages).map((seed) => drawn('page', seed, pageSample)),
  ...sharedSamples().map((sample): Job => {
    const { kind } = sample
    return { set: 'shared', kind, draw: async () => ({ ...sample, half: 'tuned' }) }
  }),
]

const drawn = (kind: Sample['kind'], seed: number, draw: (seed: number) => Promise<Sample>): Job => ({
  set: 'drawn',
  kind,
  draw: () => cachedSample(`${kind}-${seed}`, () => draw(seed)),
})
