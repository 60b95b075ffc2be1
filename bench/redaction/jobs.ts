import { cachedSample } from './cache/cached-sample.ts'
import {
  cardSample,
  cardSeeds,
  formSample,
  formSeeds,
  pageSample,
  pageSeeds,
  paperSample,
  paperSeeds,
  type Sample,
} from './corpus/corpus.ts'
import { sharedSamples } from './shared-set.ts'

export interface Sizes {
  cards: number
  forms: number
  /** Pages of text with a card on them. */
  pages: number
  /** Papers of an office, with and without secrets. */
  papers: number
}

/** One picture of the corpus, drawn when it is first asked for. */
export interface Job {
  set: 'drawn' | 'shared'
  kind: Sample['kind']
  draw: () => Promise<Sample>
}

/**
 * Every picture to measure, in a fixed order: the most informative ones, which the engine has not seen, come first.
 */
export const jobsOf = ({ cards, forms, pages, papers }: Sizes): Job[] => [
  ...unseenFirst(cardSeeds(cards)).map((seed) => drawn('card', seed, cardSample)),
  ...unseenFirst(formSeeds(forms)).map((seed) => drawn('form', seed, formSample)),
  ...unseenFirst(pageSeeds(pages)).map((seed) => drawn('page', seed, pageSample)),
  ...unseenFirst(paperSeeds(papers)).map((seed) => drawn('paper', seed, paperSample)),
  ...sharedSamples().map((sample): Job => {
    const { kind } = sample
    return { set: 'shared', kind, draw: async () => ({ ...sample, half: 'tuned' }) }
  }),
]

const unseenFirst = (seeds: number[]) => seeds.toSorted((a, b) => (a % 2) - (b % 2))

const drawn = (kind: Sample['kind'], seed: number, draw: (seed: number) => Promise<Sample>): Job => ({
  set: 'drawn',
  kind,
  draw: () => cachedSample(`${kind}-${seed}`, () => draw(seed)),
})
