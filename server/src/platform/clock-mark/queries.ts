import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

export async function findClockMark(tx: Transaction): Promise<Date | undefined> {
  const row = await tx.selectFrom('clock_mark').select('latest').executeTakeFirst()
  return row?.latest
}

export async function putClockMark(tx: Transaction, latest: Date): Promise<void> {
  await sql`insert into clock_mark (latest) values (${latest})
    on conflict ((true)) do update set latest = excluded.latest`.execute(tx)
}
