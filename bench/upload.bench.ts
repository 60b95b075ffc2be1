import { readdir, readFile } from 'node:fs/promises'
import { redact } from '../redaction/src/index.ts'
import { createLog } from '../server/src/platform/log.ts'
import { Sandbox } from '../server/src/platform/sandbox/sandbox.ts'
import { startTestApp, type TestApp } from '../server/test/app.ts'
import { createPerson, signInAs } from '../server/test/people.ts'
import { untilProcessed, upload } from '../server/test/uploads.ts'
import type { Bench } from './bench.ts'
import { median } from './route/measure.ts'

const golden = new URL('../redaction/golden/', import.meta.url)
const rounds = 5
const documentsPerRound = 3

export const bench: Bench = {
  summary: 'forms from upload to processed, one engine at work, against the bare engine on the same files',
  async run(print) {
    const forms = await readForms()
    const sandbox = new Sandbox(createLog('silent'), {
      processes: 1,
      reservedProcesses: 0,
      memoryBytes: 2 * 1024 ** 3,
      pageTimeoutMs: 60_000,
      fileTimeoutMs: 600_000,
    })
    const test = await startTestApp({ sandbox, runJobs: true, logLevel: 'silent' })
    const cookie = await signInAs(test, await createPerson(test))
    try {
      // Both have their models loaded before anything is measured.
      await bareEngine(forms.slice(0, 1))
      await pipeline(test, cookie, forms.slice(0, 1))
      const seen = { bare: [] as number[], ours: [] as number[] }
      for (let round = 1; round <= rounds; round++) {
        // In turns, and each first in every other round: what else the machine does hits both alike.
        const measureBare = async () => seen.bare.push(await perSecond(() => bareEngine(forms)))
        const measureOurs = async () => seen.ours.push(await perSecond(() => pipeline(test, cookie, forms)))
        for (const measure of round % 2 ? [measureBare, measureOurs] : [measureOurs, measureBare])
          await measure()
        print(
          `  round ${round}: bare ${seen.bare.at(-1)?.toFixed(3)}, pipeline ${seen.ours.at(-1)?.toFixed(3)}`,
        )
      }
      return {
        figures: {
          bareDocumentsPerSecond: median(seen.bare),
          pipelineDocumentsPerSecond: median(seen.ours),
          ratio: median(seen.ours.map((value, round) => value / (seen.bare[round] ?? Number.NaN))),
        },
        limits: { ratio: { atLeast: 0.85 } },
      }
    } finally {
      await test.close()
    }
  },
}

async function readForms(): Promise<Buffer[]> {
  const names = (await readdir(golden)).filter((name) => name.startsWith('form-')).sort()
  const forms = await Promise.all(names.map((name) => readFile(new URL(name, golden))))
  return Array.from({ length: documentsPerRound }, (_, at) => forms[at % forms.length] as Buffer)
}

async function bareEngine(forms: Buffer[]): Promise<void> {
  for (const form of forms) {
    const { verdict } = await redact(form)
    if (verdict === 'refused') throw new Error('A form was refused.')
  }
}

async function pipeline(test: TestApp, cookie: string, forms: Buffer[]): Promise<void> {
  const files = forms.map((bytes, at) => ({ name: `${at}.jpg`, bytes }))
  const answer = await upload(test, cookie, files, { again: 'true' })
  for (const { document } of answer.json().files) await untilProcessed(test, cookie, document.id)
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return documentsPerRound / ((performance.now() - begun) / 1000)
}
