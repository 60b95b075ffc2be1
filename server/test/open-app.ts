/** The whole app on an existing database, for tests that kill one process and look at what is left with another. */
import { join } from 'node:path'
import { buildApp } from '../src/app.ts'
import { hookHandlers, jobHandlers } from '../src/features.ts'
import { OwnBackups } from '../src/platform/backup/own-backups.ts'
import { systemClock } from '../src/platform/clock.ts'
import { createDerivedKeys } from '../src/platform/crypto/derived-keys.ts'
import { openMasterKeys } from '../src/platform/crypto/master-keys.ts'
import { createSealedSecrets } from '../src/platform/crypto/sealed-secrets.ts'
import { openDatabase } from '../src/platform/db/open-database.ts'
import { Hooks } from '../src/platform/hooks.ts'
import { createJobs } from '../src/platform/jobs/jobs.ts'
import { createLog } from '../src/platform/log.ts'
import { createOutgoingPost } from '../src/platform/outgoing/outgoing-post.ts'
import { LiveHub } from '../src/platform/realtime/hub.ts'
import { LoadedRules } from '../src/platform/rules/loaded-rules.ts'
import type { Services } from '../src/platform/services.ts'
import { Settings } from '../src/platform/settings/settings.ts'
import { masterKeySource, openFileStore } from '../src/platform/storage/open-file-store.ts'
import { fakeSandbox } from './fake-sandbox.ts'
import { runOnly } from './run-only.ts'

export interface Location {
  dataDir: string
  url?: string
}

interface OpenOptions {
  runsJobs?: boolean
  /** Which jobs run; the others wait. */
  jobs?: readonly string[]
  /** Replaces services before anything uses them. */
  change?: (services: Services) => Partial<Services>
}

export async function openApp(
  location: Location,
  { runsJobs = true, jobs = ['process-document'], change = () => ({}) }: OpenOptions = {},
) {
  const database = await openDatabase(location)
  const clock = systemClock
  const log = createLog('silent')
  const stores = { dataDir: location.dataDir, masterKeys: [], s3: undefined }
  const masterKeys = await openMasterKeys({ database, clock }, masterKeySource(stores))
  const plain: Services = {
    backups: new OwnBackups({
      ...stores,
      databaseUrl: location.url,
      backupFolder: join(location.dataDir, 'backups'),
      backupBucket: undefined,
      backupPassphrase: undefined,
    }),
    clock,
    database,
    files: await openFileStore({ database, clock }, stores),
    hooks: new Hooks(),
    jobs: createJobs({ database, clock, log, pollSeconds: 0.5, superviseSeconds: 1 }),
    keys: createDerivedKeys(database, masterKeys),
    live: new LiveHub({ database, clock, log }),
    log,
    emailTransport: undefined,
    outgoing: createOutgoingPost({ allowsPrivate: false }),
    publicUrl: 'http://localhost',
    rules: new LoadedRules({ database, log, keys: new Map() }),
    sandbox: { ...fakeSandbox().sandbox, slots: 2 },
    secrets: createSealedSecrets(masterKeys),
    settings: new Settings({ database, clock, log }),
  }
  const services = { ...plain, ...change(plain) }
  services.hooks.start(hookHandlers(services))
  await services.settings.start()
  await services.rules.start()
  await services.jobs.start(runOnly(jobs, jobHandlers(services)))
  if (runsJobs) await services.jobs.run()
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
  return {
    app,
    services,
    async close() {
      await app.close()
      await services.jobs.stop()
      await services.settings.stop()
      await services.rules.stop()
      await database.close()
    },
  }
}
