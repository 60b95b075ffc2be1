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
  /** Its time is taken, with nothing else running. */
  isTimed: boolean
  /** Tesseract reads it too. */
  isCompared: boolean
  draw: () => Promise<Sample>
}

// Odd steps, so that both halves of the corpus are met.
const timedEvery = { card: 5, form: 3, page: 3 }
const comparedEvery = 3

/** Every file to measure, in a fixed order. */
export const jobsOf = ({ cards, forms, pages }: Sizes): Job[] => [
  ...cardSeeds(cards).map((seed, i) => drawn(i, timedEvery.card, () => cardSample(seed))),
  ...formSeeds(forms).map((seed, i) => drawn(i, timedEvery.form, () => formSample(seed))),
  ...pageSeeds(pages).map((seed, i) => drawn(i, timedEvery.page, () => pageSample(seed))),
  ...sharedSamples().map(
    (sample): Job => ({
      set: 'shared',
      isTimed: false,
      isCompared: false,
      draw: async () => ({ ...sample, half: 'tuned' }),
    }),
  ),
]

const drawn = (index: number, every: number, draw: Job['draw']): Job => ({
  set: 'drawn',
  isTimed: index % every === 0,
  isCompared: index % (every * comparedEvery) === 0,
  draw,
})

export interface Measured {
  set: Job['set']
  ours: Score
  /** The same file read by Tesseract with the same rules. */
  theirs?: Score
  peakMegabytes: number
}

type Engine = ReturnType<typeof startEngine>
type Report = (measured: Measured) => void

/** Takes times: everything is drawn before, then one warm process works on one file after the other. */
export async function runTimed(jobs: readonly Job[], hasTesseract: boolean, report: Report): Promise<void> {
  const samples: Sample[] = []
  for (const { draw } of jobs) samples.push(await draw())
  const engine = startEngine()
  try {
    if (samples[0]) await judge(engine, samples[0], 'product')
    for (const [i, { set, isCompared }] of jobs.entries()) {
      const sample = samples[i] as Sample
      const { score: ours, peakMegabytes } = await judge(engine, sample, 'product')
      const theirs = hasTesseract && isCompared ? (await judge(engine, sample, 'tesseract')).score : undefined
      report({ set, ours, peakMegabytes, ...(theirs && { theirs }) })
    }
  } finally {
    engine.stop()
  }
}

/** For quality alone: processes side by side, while the next files are drawn. */
export async function runUntimed(jobs: readonly Job[], processes: number, report: Report): Promise<void> {
  const waiting = [...jobs]
  const work = async () => {
    const engine = startEngine()
    try {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const { score: ours, peakMegabytes } = await judge(engine, await job.draw(), 'product')
        const { seconds: _, cpuSeconds: __, ...untimed } = ours
        report({ set: job.set, ours: untimed, peakMegabytes })
      }
    } finally {
      engine.stop()
    }
  }
  await Promise.all(Array.from({ length: processes }, work))
}

async function judge(engine: Engine, sample: Sample, reader: 'product' | 'tesseract') {
  const options = sample.side ? { card: sample.side } : {}
  const answer = await engine.run({ bytes: sample.bytes, options, reader })
  return { score: score(sample, answer.result, answer), peakMegabytes: answer.peakMegabytes }
}
