/** The whole app with a fake sandbox, in a process that kills itself at a named step. */
import { type Location, openApp } from '../../../test/open-app.ts'
import type { Services } from '../../platform/services.ts'

export interface ChildOptions {
  location: Location
  role: AppRole
  /** Undefined in the process that survives. */
  dieAt?: Step
}

export const steps = [
  'reading',
  'committed but not answered',
  'published but not committed',
  'original half written',
  'original written',
  'original published but not committed',
  'result half written',
  'result written',
  'original destroyed but not committed',
  'processed',
] as const
export type Step = (typeof steps)[number]

export type AppRole = 'all' | 'web' | 'worker'

/** The role that handles a document at this step. */
export const roleAt = (step: Step): AppRole =>
  step.startsWith('committed') || /^original (half|written|published)/.test(step) ? 'web' : 'worker'

function watchSandbox(sandbox: Services['sandbox'], reached: (step: Step) => void): Services['sandbox'] {
  return {
    ...sandbox,
    async redact(bytes, call) {
      reached('reading')
      return sandbox.redact(bytes, call)
    },
  }
}

function watchFiles(files: Services['files'], reached: (step: Step) => void): Services['files'] {
  return {
    ...files,
    async put(file, content) {
      const kind = file.rendition === 'original' ? 'original' : 'result'
      const draft = await files.put(
        file,
        halfWay(content, () => reached(`${kind} half written`)),
      )
      reached(`${kind} written`)
      return draft
    },
    async publish(tx, draft) {
      await files.publish(tx, draft)
      const isOriginal = draft.file.rendition === 'original'
      reached(isOriginal ? 'original published but not committed' : 'published but not committed')
    },
    async destroy(tx, selection) {
      const count = await files.destroy(tx, selection)
      reached('original destroyed but not committed')
      return count
    },
  }
}

async function* halfWay(content: Uint8Array | AsyncIterable<Uint8Array>, reach: () => void) {
  for await (const piece of content instanceof Uint8Array ? [content] : content) {
    yield piece.subarray(0, piece.length / 2)
    reach()
    yield piece.subarray(piece.length / 2)
  }
}

if (import.meta.main) {
  const { location, role, dieAt } = JSON.parse(process.argv[2] ?? '') as ChildOptions
  const reached = (step: Step) => {
    if (step === dieAt) process.kill(process.pid, 'SIGKILL')
  }
  const { app, services } = await openApp(location, {
    runsJobs: role !== 'web',
    change: ({ files, sandbox }) => ({
      files: watchFiles(files, reached),
      sandbox: watchSandbox(sandbox, reached),
    }),
  })
  app.addHook('onSend', async (request) => {
    if (request.method === 'POST' && request.url === '/api/documents') reached('committed but not answered')
  })
  if (dieAt === 'processed') {
    await services.database.listen('exempta_live', (notice) => {
      // The first notification says that the document arrived; this is the second one.
      if (notice.includes('"topic":"notifications"')) process.kill(process.pid, 'SIGKILL')
    })
  }
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  process.stdout.write(`${address}\n`)
}
