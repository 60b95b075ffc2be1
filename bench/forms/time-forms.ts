/** How much longer the engine takes because it reads what was filled in. */
import { startEngine } from '../redaction/engine-process.ts'
import { type Asked, drawJob, jobsOf } from './measure-forms.ts'

const timedFiles = 12
const rounds = 3

/**
 * Processor time of the engine with forms less that without them, as a share of the latter. Values are read a second time,
 * so nothing may come from a store of what was read; one run takes a little longer than the next, so they take turns.
 */
export async function measureExtraTime(asked: Asked): Promise<Record<string, number>> {
  const jobs = (await jobsOf(asked)).slice(0, timedFiles)
  const engine = startEngine()
  let [withForms, withoutForms] = [0, 0]
  try {
    for (const [i, job] of [jobs[0], ...jobs].entries()) {
      if (!job) continue
      const { bytes } = await drawJob(job)
      const secondsOf = async (leaveOut: boolean) =>
        (await engine.run({ bytes, options: {}, reader: 'product', withoutForms: leaveOut })).cpuSeconds
      const seconds = { with: [] as number[], without: [] as number[] }
      for (let round = 0; round < rounds; round++) {
        seconds.without.push(await secondsOf(true))
        seconds.with.push(await secondsOf(false))
      }
      // The first file also loads models and forms.
      if (i === 0) continue
      withForms += median(seconds.with)
      withoutForms += median(seconds.without)
    }
  } finally {
    engine.stop()
  }
  return { 'timed.files': jobs.length, extraTime: withForms / withoutForms - 1 }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
