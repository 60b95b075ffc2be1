import { join, resolve } from 'node:path'
import pg from 'pg'
import { Availability } from '../availability.ts'
import type { Database, DatabaseOptions, ListenOptions } from '../database.ts'
import { limitsFrom } from '../limits.ts'
import { type Notifications, Subscriptions } from '../notifications.ts'
import { PooledDatabase } from '../pooled-database.ts'
import { sessionSettings } from '../session-settings.ts'
import { typeParsers } from '../type-parsers.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { EngineStream } from './engine-stream.ts'

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

/** The embedded database has one session, which receives its own notifications when its transactions commit. */
class SessionNotifications implements Notifications {
  readonly #execute: (statement: string) => Promise<unknown>
  readonly #subscriptions = new Subscriptions()
  #isReopened = false

  constructor(execute: (statement: string) => Promise<unknown>) {
    this.#execute = execute
  }

  /** Prepares a new session. Notifications may have been missed before every session except the first. */
  async attach(client: pg.ClientBase): Promise<void> {
    client.on('notification', (notification) => this.#subscriptions.deliver(notification))
    const statement = this.#subscriptions.listenStatement()
    if (statement) await client.query(statement)
    if (this.#isReopened) this.#subscriptions.announceGap()
    this.#isReopened = true
  }

  async listen(channel: string, handler: (payload: string) => void, options: ListenOptions) {
    const subscription = { handler, ...options }
    this.#subscriptions.add(channel, subscription)
    await this.#execute(`listen ${channel}`)
    return async () => {
      if (this.#subscriptions.remove(channel, subscription)) await this.#execute(`unlisten ${channel}`)
    }
  }

  async close(): Promise<void> {}
}

const intervalMs = 60_000
const walLimitBytes = 64 * 1024 * 1024

/** Thresholds of PostgreSQL's own autovacuum, and long before transaction numbers run out. */
const tablesToVacuum = `
  select s.relid::regclass::text as name from pg_stat_all_tables s join pg_class c on c.oid = s.relid
  where s.schemaname <> 'pg_toast' and (s.n_dead_tup > 50 + 0.2 * s.n_live_tup
    or s.n_mod_since_analyze > 50 + 0.1 * s.n_live_tup
    or age(c.relfrozenxid) > 100000000)
  order by s.n_dead_tup desc`

/**
 * A PostgreSQL server has processes that vacuum tables and write checkpoints; the embedded engine has none,
 * so its tables and its write-ahead log would only ever grow. Each step takes its turn in the queue.
 */
export async function runHousekeeping(database: Database): Promise<void> {
  const { rows } = await database.executeAsOwner(tablesToVacuum)
  for (const { name } of rows as { name: string }[]) await runUnlimited(database, `vacuum (analyze) ${name}`)
  if ((await walSizeBytes(database)) > walLimitBytes) await runUnlimited(database, 'checkpoint')
}

/** Runs housekeeping every minute until the returned function is called. */
function startHousekeeping(database: Database, onFailure: (reason: string) => void): () => void {
  let isBusy = false
  const timer = setInterval(async () => {
    if (isBusy) return
    isBusy = true
    await runHousekeeping(database).catch((error: Error) => onFailure(error.message))
    isBusy = false
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** What a start after a crash would have to replay. */
export async function walSizeBytes(database: Database): Promise<number> {
  const { rows } = await database.executeAsOwner(
    'select (pg_current_wal_lsn() - redo_lsn)::int8 as bytes from pg_control_checkpoint()',
  )
  return (rows as { bytes: number }[])[0]?.bytes ?? 0
}

function runUnlimited(database: Database, statement: string): Promise<unknown> {
  return database.runAsOwner((client) => client.query(statement))
}
