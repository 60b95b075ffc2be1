import {
  cardSample,
  cardSeeds,
  formSample,
  formSeeds,
  pageSample,
  pageSeeds,
  type Sample,
} from './corpus/corpus.ts'
import { startEngine } from './engine-process.ts'
import { type Score, score } from './score.ts'
import { sharedSamples } from './shared-set.ts'

export interface Sizes {
  cards: number
  forms: number
  /** Pages of text with a card on them. */
  pages: number
}

/** One file of the corpus, drawn when it is asked for. */
export interface Job {
  set: 'drawn' | 'shared'
  draw: () => Promise<Sample>
}

/** Every file to measure, in a fixed order. */
export const jobsOf = ({ cards, forms, pages }: Sizes): Job[] => [
  ...cardSeeds(cards).map((seed) => drawn(() => cardSample(seed))),
  ...formSeeds(forms).map((seed) => drawn(() => formSample(seed))),
  ...pageSeeds(pages).map((seed) => drawn(() => pageSample(seed))),
  ...sharedSamples().map(
    (sample): Job => ({ set: 'shared', draw: async () => ({ ...sample, half: 'tuned' }) }),
  ),
]

const drawn = (draw: Job['draw']): Job => ({ set: 'drawn', draw })

export interface Measured {
  set: Job['set']
  ours: Score
  /** The same file read by Tesseract with the same rules. */
  theirs?: Score
  peakMegabytes: number
}

/** Runs the engine over files, one after the other; `isCompared` names those that Tesseract reads too. */
export async function* runJobs(
  jobs: readonly Job[],
  isCompared: (job: Job) => boolean,
): AsyncGenerator<Measured> {
  const engine = startEngine()
  const judge = async (sample: Sample, reader: 'product' | 'tesseract') => {
    const options = sample.side ? { card: sample.side } : {}
    const answer = await engine.run({ bytes: sample.bytes, options, reader })
    return { score: score(sample, answer.result, answer), peakMegabytes: answer.peakMegabytes }
  }
  try {
    for (const job of jobs) {
      const sample = await job.draw()
      const { score: ours, peakMegabytes } = await judge(sample, 'product')
      const theirs = isCompared(job) ? (await judge(sample, 'tesseract')).score : undefined
      yield { set: job.set, ours, peakMegabytes, ...(theirs && { theirs }) }
    }
  } finally {
    engine.stop()
  }
}
