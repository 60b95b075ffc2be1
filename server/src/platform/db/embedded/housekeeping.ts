import type { Database } from '../database.ts'

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
export function startHousekeeping(database: Database, onFailure: (reason: string) => void): () => void {
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
