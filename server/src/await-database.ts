import { mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database, DatabaseOptions } from './platform/db/database.ts'
import { isDatabaseUnavailable } from './platform/db/errors.ts'
import { openDatabase } from './platform/db/open-database.ts'

const waitMs = 60_000
const retryMs = 1_000

/** Opens the database. One that does not answer yet gets a minute, because machines start in any order. */
export async function awaitDatabase(
  options: DatabaseOptions,
  print: (line: string) => void,
): Promise<Database> {
  const start = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await openDatabase(options)
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() - start > waitMs) throw error
      if (attempt === 1) print('The database isn’t responding yet. Retrying for up to a minute.')
      await delay(retryMs)
    }
  }
}

export async function openConfiguredDatabase(
  config: Config,
  log: FastifyBaseLogger,
  print: (line: string) => void,
): Promise<Database> {
  // Synchronous like everything up to the start of the database's thread: the caller goes on to load modules.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  return awaitDatabase(
    {
      url: config.databaseUrl,
      dataDir: config.dataDir,
      poolSize: config.databasePoolSize,
      statementTimeoutMs: config.statementTimeoutMs,
      onNotice: (notice) => log.warn(notice, 'database'),
    },
    print,
  )
}
