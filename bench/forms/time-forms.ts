/** How much longer the engine takes because it reads what was filled in. */
import type { RedactedPage } from '@exempta/redaction'
import { startEngine } from '../redaction/engine-process.ts'
import { type Asked, drawJob, jobsOf } from './measure-forms.ts'

const timedFiles = 12

/** Time for reading forms as a share of the rest of the time; the engine measures the former itself. */
export async function measureExtraTime(asked: Asked): Promise<Record<string, number>> {
  const jobs = (await jobsOf(asked)).slice(0, timedFiles)
  const engine = startEngine()
  let [readingMs, allMs] = [0, 0]
  try {
    for (const [i, job] of [jobs[0], ...jobs].entries()) {
      if (!job) continue
      const { bytes } = await drawJob(job)
      const { result, seconds } = await engine.run({ bytes, options: {}, reader: 'product' })
      // The first file also loads models and forms.
      if (result.verdict === 'refused' || i === 0) continue
      allMs += seconds * 1000
      for (const page of result.pages as (RedactedPage & { readingMs?: number })[])
        readingMs += page.readingMs ?? 0
    }
  } finally {
    engine.stop()
  }
  return { 'timed.files': jobs.length, extraTime: readingMs / (allMs - readingMs) }
}
