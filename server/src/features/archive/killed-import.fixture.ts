/** The jobs of an import, in a process that kills itself after so many steps. */
import { createHash } from 'node:crypto'
import { plainAnswer } from '../../../test/fake-sandbox.ts'
import { type Location, openApp } from '../../../test/open-app.ts'
import type { RedactedPage } from '../../platform/sandbox/sandbox.ts'
import type { Services } from '../../platform/services.ts'

export interface ChildOptions {
  location: Location
  /** Files written, published and destroyed, and calls of the sandbox, are steps. */
  dieAfter: number
}

export const importJobs = [
  'unpack-archive-file',
  'advance-archive-import',
  'split-archive-stack',
  'process-document',
]

type Reading = NonNullable<RedactedPage['reading']>

/** A certificate for sure, another one for each name. */
function certificate(name: string): Reading[] {
  const digits = Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, 8), 16)
  const values = {
    purchaser: `${name} Foods`,
    seller: 'Summit Wholesale',
    number: `43-${String(1_000_000 + (digits % 9_000_000))}`,
    blanket: 'yes',
    signature: 'yes',
    'signed-on': '2025-05-04',
  }
  const form = (page: number) => ({ code: 'ny-st-120', page, confidence: 0.9 })
  return [
    {
      form: form(1),
      fields: Object.entries(values).map(([field, value], at) => ({
        name: field as Reading['fields'][number]['name'],
        value,
        ...(field === 'number' && { state: 'NY' }),
        position: 0,
        quad: [
          [120, 20 + 10 * at],
          [160, 20 + 10 * at],
          [160, 28 + 10 * at],
          [120, 28 + 10 * at],
        ],
        confidence: 0.98,
        isSure: true,
      })),
    },
    { form: form(2), fields: [] },
  ]
}

/** A file says its name. A stack holds two certificates of two pages, and says of which pages a part is. */
export const readsNames = (sandbox: Services['sandbox']): Services['sandbox'] => ({
  ...sandbox,
  async redact(bytes, call) {
    const result = await plainAnswer(Buffer.from(bytes), call)
    const text = Buffer.from(bytes).toString('latin1')
    const [first] = result.verdict === 'refused' ? [] : result.pages
    if (result.verdict === 'refused' || !first) return result
    const [, name = ''] = /name=(\w+)/.exec(text) ?? []
    const [, from] = / (\d+)-\d+$/.exec(text) ?? []
    const isStack = name.startsWith('stack') && !from
    const readings = isStack
      ? [...certificate(`${name} 1`), ...certificate(`${name} 3`)]
      : certificate(from ? `${name} ${from}` : name)
    return {
      ...result,
      output: Buffer.from(`%PDF-1.7\nname=${name} ${from ? `${from}-` : ''}`),
      pages: readings.map((reading) => ({ ...first, reading })),
    }
  },
})

function counted(services: Services, step: () => void): Partial<Services> {
  const { files } = services
  const sandbox = readsNames(services.sandbox)
  const after = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work
    step()
    return done
  }
  return {
    files: {
      ...files,
      put: (...args) => after(files.put(...args)),
      publish: (...args) => after(files.publish(...args)),
      destroy: (...args) => after(files.destroy(...args)),
    },
    sandbox: {
      ...sandbox,
      redact: (...args) => after(sandbox.redact(...args)),
      split: (...args) => after(sandbox.split(...args)),
    },
  }
}

if (import.meta.main) {
  const { location, dieAfter } = JSON.parse(process.argv[2] ?? '') as ChildOptions
  let steps = 0
  const step = () => {
    steps += 1
    if (steps >= dieAfter) process.kill(process.pid, 'SIGKILL')
  }
  await openApp(location, { jobs: importJobs, change: (services) => counted(services, step) })
}
