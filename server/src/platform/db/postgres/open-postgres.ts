import pg from 'pg'
import { Availability } from '../availability.ts'
import type { Database, DatabaseOptions } from '../database.ts'
import { limitsFrom } from '../limits.ts'
import { PooledDatabase } from '../pooled-database.ts'
import { sessionSettings } from '../session-settings.ts'
import { typeParsers } from '../type-parsers.ts'
import { ListenerConnection } from './listener-connection.ts'

const serverGraceMs = 2_000
// A caller who waits longer for a session gets an error, so that every request is answered within three seconds.
const connectTimeoutMs = 2_000

/**
 * A PostgreSQL server behind a connection pool. The server enforces the time limits; the client only backs them up.
 */
export async function openPostgres(options: DatabaseOptions & { url: string }): Promise<Database> {
  const limits = limitsFrom(options, serverGraceMs)
  const availability = new Availability()
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
  const database = new PooledDatabase({
    kind: 'postgres',
    pool,
    limits,
    notifications: new ListenerConnection(connection, availability, (notice) => options.onNotice?.(notice)),
    availability,
    beforeClose() {},
    async afterClose() {},
  })
  try {
    await database.executeAsOwner('select 1')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
