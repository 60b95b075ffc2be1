import { join, resolve } from 'node:path'
import pg from 'pg'
import { Availability } from '../availability.ts'
import type { Database, DatabaseOptions } from '../database.ts'
import { limitsFrom } from '../limits.ts'
import { PooledDatabase } from '../pooled-database.ts'
import { sessionSettings } from '../session-settings.ts'
import { typeParsers } from '../type-parsers.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { EngineStream } from './engine-stream.ts'
import { startHousekeeping } from './housekeeping.ts'
import { SessionNotifications } from './session-notifications.ts'

/**
 * PostgreSQL inside this process: a pool with one session that is connected to a worker thread. Callers queue for it
 * in order. When a deadline destroys the session, the next caller reopens the folder.
 */
export async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const dataDir = resolve(options.dataDir)
  const limits = limitsFrom(options, 0)
  const unlock = lockDataFolder(dataDir)
  const notifications = new SessionNotifications((statement) => pool.query(statement))
  let free = Promise.resolve()
  const nextStream = () => {
    const stream = new EngineStream(join(dataDir, 'db'), free)
    free = new Promise((closed) => stream.once('close', closed))
    return stream
  }
  let stopHousekeeping = () => {}
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    types: typeParsers,
    stream: nextStream,
    async onConnect(client) {
      await client.query(sessionSettings(limits))
      await notifications.attach(client)
    },
  })
  pool.on('error', (error) => options.onNotice?.({ kind: 'connection-lost', reason: error.message }))
  const database = new PooledDatabase({
    kind: 'embedded',
    pool,
    limits,
    notifications,
    availability: new Availability(),
    beforeClose: () => stopHousekeeping(),
    async afterClose() {
      await free
      unlock()
    },
  })
  try {
    await database.executeAsOwner('select 1')
    stopHousekeeping = startHousekeeping(database, (reason) =>
      options.onNotice?.({ kind: 'housekeeping-failed', reason }),
    )
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
