import pg from 'pg'
import type { Database, DatabaseOptions } from '../database.ts'
import { Door } from '../door.ts'
import { limitsFrom } from '../limits.ts'
import { Reach } from '../reach.ts'
import { sessionSettings } from '../session-settings.ts'
import { typeParsers } from '../type-parsers.ts'
import { ListenerConnection } from './listener-connection.ts'

const serverGraceMs = 2_000
// Who waits longer for a session is told to come back: an answer comes within three seconds.
const connectTimeoutMs = 2_000

/** A PostgreSQL server behind a pool; the server keeps the time limits, this side only backs them up. */
export async function openPostgres(options: DatabaseOptions & { url: string }): Promise<Database> {
  const limits = limitsFrom(options, serverGraceMs)
  const reach = new Reach()
  const connection = {
    connectionString: options.url,
    application_name: 'exempta',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  }
  const pool = new pg.Pool({
    ...connection,
    max: options.poolSize ?? 10,
    types: typeParsers,
    async onConnect(client) {
      await client.query(sessionSettings(limits))
    },
  })
  pool.on('error', (error) => options.onNotice?.({ kind: 'connection-lost', reason: error.message }))
  const door = new Door({
    kind: 'postgres',
    pool,
    limits,
    notifications: new ListenerConnection(connection, reach, (notice) => options.onNotice?.(notice)),
    reach,
    beforeClose() {},
    async afterClose() {},
  })
  try {
    await door.executeAsOwner('select 1')
    return door
  } catch (error) {
    await door.close()
    throw error
  }
}
