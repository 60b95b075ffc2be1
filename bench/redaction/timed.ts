import type { Sample } from '../../redaction/corpus/corpus.ts'
import { type Answer, startEngine } from './engine-process.ts'
import { type Job, jobsOf, type Sizes } from './jobs.ts'
import { type Score, score } from './score.ts'
import { isTesseractInstalled } from './tesseract-reader.ts'

export interface Timed {
  ours: Score
  answer: Answer
  /** The same picture read by Tesseract with the same rules. */
  theirs?: { score: Score; answer: Answer }
}

// Odd steps, so that both halves of the corpus are met.
const timedEvery = { card: 15, form: 9, page: 7, paper: 20 }
const comparedEvery = 3

/** Takes times: everything is drawn before, then one warm process works on one picture after the other. */
export async function measureTimes(sizes: Sizes): Promise<Timed[]> {
  const jobs = jobsOf(sizes).filter(({ set }) => set === 'drawn')
  const samples: Sample[] = []
  for (const kind of ['card', 'form', 'page'] as const) {
    for (const { draw } of everyNth(jobs, kind)) samples.push(await draw())
  }
  const hasTesseract = isTesseractInstalled()
  const engine = startEngine()
  const judge = async (sample: Sample, reader: 'product' | 'tesseract') => {
    const options = sample.side ? { card: sample.side } : {}
    const answer = await engine.run({ bytes: sample.bytes, options, reader })
    return { score: score(sample, answer.result), answer }
  }
  try {
    if (samples[0]) await judge(samples[0], 'product')
    const timed: Timed[] = []
    for (const [i, sample] of samples.entries()) {
      const { score: ours, answer } = await judge(sample, 'product')
      const theirs = hasTesseract && i % comparedEvery === 0 ? await judge(sample, 'tesseract') : undefined
      timed.push({ ours, answer, ...(theirs && { theirs }) })
    }
    return timed
  } finally {
    engine.stop()
  }
}

const everyNth = (jobs: readonly Job[], kind: Sample['kind']) =>
  jobs.filter((job) => job.kind === kind).filter((_, i) => i % timedEvery[kind] === 0)
