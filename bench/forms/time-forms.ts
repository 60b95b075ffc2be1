/** How much longer the engine takes because it reads what was filled in. */
import { startEngine } from '../redaction/engine-process.ts'
import { type Asked, drawJob, jobsOf } from './measure-forms.ts'

const timedFiles = 12
const rounds = 3

/**
 * Processor time of the engine with forms less that without them, as a share of all that it takes for the same page. The
 * difference is taken with text that was read before: it is small, and reading takes a little longer or shorter each time.
 */
export async function measureExtraTime(asked: Asked): Promise<Record<string, number>> {
  const jobs = (await jobsOf(asked)).slice(0, timedFiles)
  const engine = startEngine()
  let [readingSeconds, wholeSeconds] = [0, 0]
  try {
    for (const [i, job] of [jobs[0], ...jobs].entries()) {
      if (!job) continue
      const { bytes } = await drawJob(job)
      const run = async (reader: 'product' | 'cached', withoutForms: boolean) =>
        (await engine.run({ bytes, options: {}, reader, withoutForms })).cpuSeconds
      const whole = await run('product', true)
      const differences: number[] = []
      // The first run of each fills the store of what was read.
      for (let round = 0; round <= rounds; round++) {
        const without = await run('cached', true)
        const difference = (await run('cached', false)) - without
        if (round > 0) differences.push(difference)
      }
      // The first file also loads models and forms.
      if (i === 0) continue
      wholeSeconds += whole
      readingSeconds += median(differences)
    }
  } finally {
    engine.stop()
  }
  return { 'timed.files': jobs.length, extraTime: readingSeconds / wholeSeconds }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
