import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { openConfiguredDatabase } from './await-database.ts'
import type { Config } from './config.ts'
import { requireKind } from './demo/installation-kind.ts'
import { demoJobHandlers, seedDemo } from './demo/seed-demo.ts'
import { createFirstAdministrator, issueSetUpLink } from './features/accounts/index.ts'
import { startSmtpListener } from './features/inbound/index.ts'
import { hookHandlers, jobHandlers } from './features.ts'
import { startCopyServer } from './platform/backup/copy-server.ts'
import { OwnBackups } from './platform/backup/own-backups.ts'
import { upgrade } from './platform/backup/upgrade.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { readClockMark } from './platform/clock-mark/clock-mark.ts'
import { createDerivedKeys } from './platform/crypto/derived-keys.ts'
import { openMasterKeys } from './platform/crypto/master-keys.ts'
import { createSealedSecrets } from './platform/crypto/sealed-secrets.ts'
import type { Database } from './platform/db/database.ts'
import { type DnsResolver, inboundEmailAt } from './platform/email/inbound-email.ts'
import { smtpTransport } from './platform/email/smtp-transport.ts'
import { Hooks } from './platform/hooks.ts'
import { findFreePort } from './platform/http/free-port.ts'
import { originsOf } from './platform/http/origin-check.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { blockwiseOutput, createLog } from './platform/log.ts'
import { prepareMonthsAtStart } from './platform/months/months.ts'
import { createOutgoingPost } from './platform/outgoing/outgoing-post.ts'
import { LiveHub } from './platform/realtime/hub.ts'
import { LoadedRules } from './platform/rules/loaded-rules.ts'
import { Sandbox } from './platform/sandbox/sandbox.ts'
import type { Services } from './platform/services.ts'
import { Settings } from './platform/settings/settings.ts'
import { masterKeySource, openFileStore } from './platform/storage/open-file-store.ts'
import { stopAll } from './shutdown.ts'
import { buildWorkerApp } from './worker-app.ts'

const webFolder = fileURLToPath(new URL('../../web/build', import.meta.url))

export interface Running {
  address: string
  port: number
  stop(): Promise<void>
}

export interface StartOptions {
  clock?: Clock
  log?: FastifyBaseLogger
  /** The database, when it's already being opened. */
  opening?: Promise<Database>
  /** False in development, where Vite serves the pages from their sources. */
  servesPages?: boolean
  /** False in tests, where a demo isn't filled any further than it is. */
  playsDemoStory?: boolean
  restore?: Services['restore']
  /** What the domains of people who email us publish, in tests. */
  resolveDns?: DnsResolver | undefined
  /** When the pages are still being built. */
  pagesBuilt?: Promise<void> | undefined
}

/** `print` is for the person at the console: the address, and the set-up link while there is no administrator. */
export async function start(
  config: Config,
  print: (line: string) => void,
  options: StartOptions = {},
): Promise<Running> {
  const {
    clock = systemClock,
    servesPages = true,
    playsDemoStory = true,
    log = createLog(config.logLevel, blockwiseOutput()),
  } = options
  const port = config.port === 0 ? await findFreePort(config.host) : config.port
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`

  const opening = options.opening ?? openConfiguredDatabase(config, log, print)
  const sandbox = new Sandbox(log, config.sandbox)
  // Tries how processes can be isolated, while the database starts in a thread or process of its own.
  sandbox.reportProtections()
  const database = await opening
  const stops: (() => Promise<void>)[] = [() => database.close()]
  let isDraining = false
  const stop = () => stopAll(stops)
  const drainAndStop = async () => {
    isDraining = true
    await delay(config.drainMs)
    await stop()
  }

  try {
    await upgrade({ clock, database, print }, config)
    const suspended = await requireKind({ clock, database }, config)
    if (suspended > 0) print(suspendedDemo(suspended))
    await readClockMark({ clock, database })
    const files = await openFileStore({ database, clock }, config)
    stops.push(() => files.close())
    if (database.kind === 'embedded')
      stops.push(await startCopyServer({ database, files, dataDir: config.dataDir, log }))
    const masterKeys = await openMasterKeys({ database, clock }, masterKeySource(config))
    const services: Services = {
      backups: new OwnBackups(config),
      clock,
      database,
      files,
      hooks: new Hooks(),
      jobs: createJobs({ database, clock, log }),
      keys: createDerivedKeys(database, masterKeys),
      live: new LiveHub({ database, clock, log }),
      log,
      emailTransport:
        config.smtpUrl && config.mailFrom ? smtpTransport(config.smtpUrl, config.mailFrom) : undefined,
      mailFrom: config.mailFrom,
      inboundEmail:
        config.inbound &&
        inboundEmailAt(config.inbound.address, {
          imapUrl: config.inbound.imapUrl,
          resolveDns: options.resolveDns,
        }),
      outgoing: createOutgoingPost({ allowsPrivate: config.webhookAllowPrivate }),
      publicUrl,
      restore: options.restore,
      rules: new LoadedRules({ database, log, keys: config.rulesKeys }),
      sandbox,
      secrets: createSealedSecrets(masterKeys),
      settings: new Settings({ database, clock, log }),
    }
    services.hooks.start(hookHandlers(services))
    stops.push(() => services.sandbox.close())
    await services.settings.start()
    stops.push(() => services.settings.stop())
    await services.rules.start()
    stops.push(() => services.rules.stop())
    const handlers = [
      ...jobHandlers(services),
      ...(config.demo && playsDemoStory ? demoJobHandlers(services) : []),
    ]
    const prepare = async () => {
      await prepareMonthsAtStart(services)
      await services.jobs.start(handlers)
      stops.push(() => services.jobs.stop())
      if (config.firstAdmin) await createFirstAdministrator(services, config.firstAdmin)
      if (config.demo) await seedDemo(services)
    }

    if (config.role !== 'worker') {
      const prepareToListen = async () => {
        await prepare()
        await services.live.start()
        stops.push(() => services.live.stop())
        // Set before the program reports ready: from then on it survives an outage of its database.
        return issueSetUpLink(services)
      }
      const build = async () => {
        await options.pagesBuilt
        return buildServer(services, config, { port, servesPages, isDraining: () => isDraining })
      }
      // The embedded database prepares in its thread while the routes are set up in this one.
      const [link, app] = await Promise.all([prepareToListen(), build()])
      await app.listen({ port, host: config.host })
      stops.push(() => app.close())
      print(`Exempta is ready at ${publicUrl}`)
      if (link)
        print(`There’s no administrator yet. Open this link within 24 hours to create one:\n  ${link}`)
      if (config.role === 'all') await services.jobs.run()
    } else {
      await prepare()
      await services.jobs.run()
      if (config.workerPort !== undefined) {
        const app = await buildWorkerApp(services, {
          operatorToken: config.metricsToken,
          rateLimitPerMinute: config.rateLimitPerMinute,
          guessLimitPerMinute: config.guessLimitPerMinute,
          isDraining: () => isDraining,
        })
        stops.push(() => app.close())
        const address = await app.listen({ port: config.workerPort, host: config.host })
        print(`The worker is ready at ${address}`)
      }
    }
    if (config.inbound?.smtp) {
      const listener = await startSmtpListener(services, config.inbound.smtp)
      stops.push(() => listener.stop())
    }
    return { address: publicUrl, port, stop: drainAndStop }
  } catch (error) {
    await stop().catch((stopError: unknown) => log.error({ err: stopError }, 'stopping failed'))
    throw error
  }
}

const suspendedDemo = (count: number) =>
  `This installation contained ${count} accounts of the demo, whose password everyone knows. They are suspended now. Check the audit log for what they did.`

function buildServer(
  services: Services,
  config: Config,
  options: { port: number; servesPages: boolean; isDraining: () => boolean },
): Promise<FastifyInstance> {
  const { port, servesPages, isDraining } = options
  return buildApp(services, {
    log: services.log,
    allowedOrigins: originsOf(config.publicUrl, port),
    trustedProxies: config.trustedProxies,
    operatorToken: config.metricsToken,
    rateLimitPerMinute: config.rateLimitPerMinute,
    guessLimitPerMinute: config.guessLimitPerMinute,
    bodyPaceMs: config.bodyPaceMs,
    isDraining,
    isDemo: config.demo,
    webFolder: servesPages ? webFolder : undefined,
  })
}
