import {
  cardSample,
  cardSeeds,
  formSample,
  formSeeds,
  type Half,
  halfOf,
  pageSample,
  pageSeeds,
  paperSample,
  paperSeeds,
  type Sample,
} from '../../redaction/corpus/corpus.ts'
import { createRandom } from '../../redaction/corpus/random.ts'
import { cachedSample } from './cache/cached-sample.ts'
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
  half: Half
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
    return { set: 'shared', kind, half: 'tuned', draw: async () => ({ ...sample, half: 'tuned' }) }
  }),
]

const unseenFirst = (seeds: number[]) => seeds.toSorted((a, b) => (a % 2) - (b % 2))

/** Some papers of one half, chosen by a seed: the same ones in every run. */
export function samplePapers(sizes: Sizes, half: Half, count: number): Job[] {
  const random = createRandom(sampleSeed)
  return jobsOf(sizes)
    .filter((job) => job.kind === 'paper' && job.half === half && job.set === 'drawn')
    .map((job) => ({ job, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ job }) => job)
}

const sampleSeed = 28

const drawn = (kind: Sample['kind'], seed: number, draw: (seed: number) => Promise<Sample>): Job => ({
  set: 'drawn',
  kind,
  half: halfOf(seed),
  draw: () => cachedSample(`${kind}-${seed}`, () => draw(seed)),
})
