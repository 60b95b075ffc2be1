import { startPostgres } from '../scripts/postgres-cluster.ts'
import { deleteOlder } from '../server/src/platform/months/months.ts'
import { createMonths, type MonthlyTable } from '../server/src/platform/months/queries.ts'
import { createTestDatabase, type TestDatabase } from '../server/test/database.ts'
import type { Bench } from './bench.ts'

const month = new Date('2030-05-01T00:00:00Z')
const nextMonth = new Date('2030-06-01T00:00:00Z')

/** Rows of one month. Foreign keys and triggers are off, so that a row needs no others. */
const fill: Record<MonthlyTable, string> = {
  audit_origins: `
    insert into audit_origins (entry_id, ip, salt)
    select (left(exempta_first_id(at)::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid,
      '192.0.2.7', decode(md5(n::text), 'hex') from moments`,
  mails: `
    insert into mails (id, recipient, template, subject, body_text, body_html, message_id, status, created_at)
    select gen_random_uuid(), 'person' || n || '@lakeside.example', 'notification', 'Certificate ' || n || ' was verified',
      repeat('Text ', 100), repeat('Text ', 200), 'message-' || n, 'sent', at from moments`,
}

async function fillMonth(database: TestDatabase, table: MonthlyTable, rows: number): Promise<void> {
  await database.runAsOwner(async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(
      `with moments as (
         select n, $1::timestamptz + n * (interval '30 days' / $2::integer) as at from generate_series(0, $2::integer - 1) n)
       ${fill[table]}`,
      [month, rows],
    )
    await client.query('set session_replication_role = origin')
    await client.query(`vacuum analyze ${table}`)
    await client.query('checkpoint')
  })
}

/** What retention takes, alone and with the vacuum that follows, and how much both write to the database's log. */
async function measure(database: TestDatabase, table: MonthlyTable) {
  const logBytes = async () => {
    const { rows } = await database.executeAsOwner(`select pg_current_wal_lsn() - '0/0' as bytes`)
    return Number((rows as { bytes: number }[])[0]?.bytes)
  }
  const [begunMs, before] = [performance.now(), await logBytes()]
  await deleteOlder({ database }, table, nextMonth)
  const seconds = (performance.now() - begunMs) / 1000
  await database.runAsOwner((client) => client.query(`vacuum ${table}`))
  const withVacuumSeconds = (performance.now() - begunMs) / 1000
  const megabytes = ((await logBytes()) - before) / 1e6
  const { rows } = await database.executeAsOwner(`select from ${table} limit 1`)
  if (rows.length > 0) throw new Error(`Retention left rows in ${table}.`)
  return { seconds, withVacuumSeconds, megabytes }
}

async function compare(table: MonthlyTable, rows: number) {
  const database = await createTestDatabase({ kind: 'postgres' })
  try {
    // Without a partition for the month, the rows are deleted one by one, as all of them were before.
    await fillMonth(database, table, rows)
    const oneByOne = await measure(database, table)
    await createMonths(database, month, 1)
    await fillMonth(database, table, rows)
    return { oneByOne, dropped: await measure(database, table) }
  } finally {
    await database.dispose()
  }
}

export const bench: Bench = {
  summary: 'Retention of a month of 1,000,000 network addresses and 100,000 emails: row by row, and dropped',
  async run(print, flags) {
    // `--rows=100000` for a quicker look.
    const given = flags.find((flag) => flag.startsWith('--rows='))
    const rows = Number(given?.slice('--rows='.length) ?? 1_000_000)
    const postgres = await startPostgres()
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const addresses = await compare('audit_origins', rows)
      const emails = await compare('mails', rows / 10)
      print(`${rows} addresses and ${rows / 10} emails`)
      return {
        figures: {
          addressesOneByOneSeconds: addresses.oneByOne.seconds,
          addressesOneByOneWithVacuumSeconds: addresses.oneByOne.withVacuumSeconds,
          addressesDroppedSeconds: addresses.dropped.seconds,
          addressesOneByOneLogMb: addresses.oneByOne.megabytes,
          addressesDroppedLogMb: addresses.dropped.megabytes,
          emailsOneByOneSeconds: emails.oneByOne.seconds,
          emailsOneByOneWithVacuumSeconds: emails.oneByOne.withVacuumSeconds,
          emailsDroppedSeconds: emails.dropped.seconds,
          emailsOneByOneLogMb: emails.oneByOne.megabytes,
          emailsDroppedLogMb: emails.dropped.megabytes,
          timesFaster: addresses.oneByOne.seconds / addresses.dropped.seconds,
        },
        limits: { timesFaster: { atLeast: 20 } },
      }
    } finally {
      await postgres.stop()
    }
  },
}
