/**
 * The whole app with a fake sandbox, in a process that kills itself at a named step. The test also uses
 * `openApp` to inspect what is left.
 */

import { fakeSandbox } from '../../../test/fake-sandbox.ts'
import { runOnly } from '../../../test/run-only.ts'
import { buildApp } from '../../app.ts'
import { jobHandlers } from '../../features.ts'
import { systemClock } from '../../platform/clock.ts'
import { createDerivedKeys } from '../../platform/crypto/derived-keys.ts'
import { openMasterKeys } from '../../platform/crypto/master-keys.ts'
import { createSealedSecrets } from '../../platform/crypto/sealed-secrets.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { createJobs } from '../../platform/jobs/jobs.ts'
import { createLog } from '../../platform/log.ts'
import { createOutgoingPost } from '../../platform/outgoing/outgoing-post.ts'
import { LiveHub } from '../../platform/realtime/hub.ts'
import type { Services } from '../../platform/services.ts'
import { Settings } from '../../platform/settings/settings.ts'
import { masterKeySource, openFileStore } from '../../platform/storage/open-file-store.ts'

export interface ChildOptions {
  location: Location
  role: AppRole
  /** Undefined in the process that survives. */
  dieAt?: Step
}

export interface Location {
  dataDir: string
  url?: string
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

export async function openApp(location: Location, reached: (step: Step) => void, runsJobs = true) {
  const database = await openDatabase(location)
  const clock = systemClock
  const log = createLog('silent')
  const stores = { dataDir: location.dataDir, masterKeys: [], s3: undefined }
  const masterKeys = await openMasterKeys({ database, clock }, masterKeySource(stores))
  const services: Services = {
    clock,
    database,
    files: watchFiles(await openFileStore({ database, clock }, stores), reached),
    jobs: createJobs({ database, clock, log, pollSeconds: 0.5, superviseSeconds: 1 }),
    keys: createDerivedKeys(database, masterKeys),
    live: new LiveHub({ database, clock, log }),
    log,
    emailTransport: undefined,
    outgoing: createOutgoingPost({ allowsPrivate: false }),
    publicUrl: 'http://localhost',
    sandbox: watchSandbox(reached),
    secrets: createSealedSecrets(masterKeys),
    settings: new Settings({ database, clock, log }),
  }
  await services.settings.start()
  await services.jobs.start(runOnly(['process-document'], jobHandlers(services)), { runs: runsJobs })
  const app = await buildApp(services, {
    log,
    allowedOrigins: new Set(['http://localhost']),
    trustedProxies: [],
    operatorToken: undefined,
    rateLimitPerMinute: 100_000,
    guessLimitPerMinute: 100_000,
    bodyPaceMs: 60_000,
    eventLoopDelayMaxMs: 0,
    webFolder: undefined,
  })
  app.addHook('onSend', async (request) => {
    if (request.method === 'POST' && request.url === '/api/documents') reached('committed but not answered')
  })
  return {
    app,
    services,
    async close() {
      await app.close()
      await services.jobs.stop()
      await services.settings.stop()
      await database.close()
    },
  }
}

function watchSandbox(reached: (step: Step) => void): Services['sandbox'] {
  const { sandbox } = fakeSandbox()
  return {
    ...sandbox,
    slots: 2,
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
  const { app, services } = await openApp(
    location,
    (step) => {
      if (step === dieAt) process.kill(process.pid, 'SIGKILL')
    },
    role !== 'web',
  )
  if (dieAt === 'processed') {
    await services.database.listen('exempta_live', (notice) => {
      // The first notification says that the document arrived; this is the second one.
      if (notice.includes('"topic":"notifications"')) process.kill(process.pid, 'SIGKILL')
    })
  }
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  process.stdout.write(`${address}\n`)
}
