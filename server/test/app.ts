import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify'
import { type AppOptions, buildApp } from '../src/app.ts'
import { hookHandlers, jobHandlers } from '../src/features.ts'
import { OwnBackups } from '../src/platform/backup/own-backups.ts'
import { createDerivedKeys } from '../src/platform/crypto/derived-keys.ts'
import { openMasterKeys } from '../src/platform/crypto/master-keys.ts'
import { createSealedSecrets } from '../src/platform/crypto/sealed-secrets.ts'
import type { EmailTransport } from '../src/platform/email/email-transport.ts'
import type { InboundEmail } from '../src/platform/email/inbound-email.ts'
import { Hooks } from '../src/platform/hooks.ts'
import type { JobHandler } from '../src/platform/jobs/handle.ts'
import { createJobs } from '../src/platform/jobs/jobs.ts'
import { createLog } from '../src/platform/log.ts'
import { createOutgoingPost } from '../src/platform/outgoing/outgoing-post.ts'
import { type HubOptions, LiveHub } from '../src/platform/realtime/hub.ts'
import { LoadedRules } from '../src/platform/rules/loaded-rules.ts'
import type { RulesKeys } from '../src/platform/rules/read-rules-file.ts'
import { Sandbox } from '../src/platform/sandbox/sandbox.ts'
import type { Services } from '../src/platform/services.ts'
import { Settings } from '../src/platform/settings/settings.ts'
import { masterKeySource, openFileStore } from '../src/platform/storage/open-file-store.ts'
import type { S3Address } from '../src/platform/storage/s3-connection.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type MovableClock, movableClock } from './movable-clock.ts'
import { runOnly } from './run-only.ts'

export const testOrigin = 'http://localhost:3000'

const testSandbox = {
  processes: 2,
  reservedProcesses: 1,
  memoryBytes: 1024 * 1024 * 1024,
  pageTimeoutMs: 60_000,
  fileTimeoutMs: 600_000,
}

// What the jobs are called is asked before there are services to run them.
const namesOnlyServices = { sandbox: { slots: 1 } } as Services

export interface TestApp {
  app: FastifyInstance
  services: Services
  database: TestDatabase
  clock: MovableClock
  /** Every log line so far, as text: tests search it for what must not be there. */
  logged(): string
  /** A call as a page of ours makes it: same origin, JSON. */
  call(options: InjectOptions): Promise<InjectResponse>
  close(): Promise<void>
}

export interface TestAppOptions {
  /** Routes of the test's own, beside the real ones. */
  addRoutes?: (app: FastifyInstance, services: Services) => void
  logLevel?: string
  /** Trusted to sign rules. */
  rulesKeys?: RulesKeys
  /** Without it, no backups are made. */
  backupPassphrase?: string
  /** Where they are kept; without it, in a folder. */
  backupBucket?: S3Address
  live?: Partial<HubOptions>
  /** Sends emails; without it they are kept in the outbox. */
  emailTransport?: EmailTransport
  /** Receives emails; without it, as in the product, nobody can answer by email. */
  inboundEmail?: InboundEmail
  /** What webhooks may reach; without it, as in the product, nothing private. */
  outgoing?: Services['outgoing']
  /** Whether this app also takes jobs, or which of them; the others wait. */
  runJobs?: boolean | readonly string[]
  /** Jobs of the test's own, beside the real ones. */
  moreJobs?: readonly JobHandler[]
  /** How often jobs that became due again are looked for. */
  pollSeconds?: number
  /** A double of the sandbox, for tests that are not about reading. */
  sandbox?: Services['sandbox']
}

/** The real app on a fresh database; only the clock is a double. */
export async function startTestApp(overrides: Partial<AppOptions> & TestAppOptions = {}): Promise<TestApp> {
  const {
    addRoutes,
    logLevel = 'debug',
    live = {},
    emailTransport,
    inboundEmail,
    outgoing = createOutgoingPost({ allowsPrivate: false }),
    runJobs = false,
    moreJobs = [],
    pollSeconds = 5,
    sandbox,
    rulesKeys = new Map(),
    backupPassphrase,
    backupBucket,
    ...options
  } = overrides
  const database = await createTestDatabase({ queuesOf: jobHandlers(namesOnlyServices) })
  const clock = movableClock()
  const lines: string[] = []
  const log = createLog(
    logLevel,
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  const stores = { dataDir: database.location.dataDir, masterKeys: [], s3: undefined }
  const masterKeys = await openMasterKeys({ database, clock }, masterKeySource(stores))
  const services: Services = {
    backups: new OwnBackups({
      ...stores,
      databaseUrl: database.location.url,
      backupFolder: join(database.location.dataDir, 'backups'),
      backupBucket,
      backupPassphrase,
    }),
    clock,
    database,
    files: await openFileStore({ database, clock }, stores),
    hooks: new Hooks(),
    jobs: createJobs({ database, clock, log, pollSeconds }),
    keys: createDerivedKeys(database, masterKeys),
    live: new LiveHub({ database, clock, log }, live),
    log,
    emailTransport,
    inboundEmail,
    outgoing,
    publicUrl: testOrigin,
    rules: new LoadedRules({ database, log, keys: rulesKeys }),
    sandbox: sandbox ?? new Sandbox(log, testSandbox),
    secrets: createSealedSecrets(masterKeys),
    settings: new Settings({ database, clock, log }),
  }
  services.hooks.start(hookHandlers(services))
  await services.settings.start()
  await services.rules.start()
  const handlers = [...jobHandlers(services), ...moreJobs]
  await services.jobs.start(typeof runJobs === 'boolean' ? handlers : runOnly(runJobs, handlers))
  if (runJobs !== false) await services.jobs.run()
  await services.live.start()
  const app = await buildApp(services, {
    log,
    allowedOrigins: new Set([testOrigin]),
    trustedProxies: [],
    operatorToken: undefined,
    rateLimitPerMinute: 100_000,
    guessLimitPerMinute: 100_000,
    bodyPaceMs: 60_000,
    // Opening the embedded database stops the event loop for a while.
    eventLoopDelayMaxMs: 0,
    webFolder: undefined,
    ...options,
  })
  addRoutes?.(app, services)
  return {
    app,
    services,
    database,
    clock,
    logged: () => lines.join(''),
    call: (request) => app.inject({ ...request, headers: { origin: testOrigin, ...request.headers } }),
    close: async () => {
      await app.close()
      await services.jobs.stop()
      await services.sandbox.close()
      await services.settings.stop()
      await services.rules.stop()
      await database.dispose()
    },
  }
}
