import type { ShareAct, ShareEvent } from '@exempta/contract/shares'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export interface NewShareEvent {
  id: string
  share_id: string
  act: ShareAct
  at: Date
  by_kind: ShareEvent['by']
  person_id: string | null
  key_id: string | null
  reason: string | null
}

/** In one statement, however many there are. */
export async function insertShareEvents(tx: Transaction, events: readonly NewShareEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into share_events
    select * from jsonb_populate_recordset(null::share_events, ${JSON.stringify(events)}::jsonb)`.execute(tx)
}

export interface ShareEventRow extends NewShareEvent {
  person_name: string | null
}

/** Names of a business' people are in a table that the owner does not see: asked as the system. */
export async function historyPage(
  tx: Transaction,
  shareId: string,
  before: readonly [at: string, id: string] | undefined,
  limit: number,
): Promise<ShareEventRow[]> {
  const { rows } = await sql<ShareEventRow>`
    select e.*, coalesce(u.name, k.name || ' (API key)') as person_name
    from share_events e
      left join users u on u.id = e.person_id
      left join api_keys k on k.id = e.key_id
    where e.share_id = ${shareId}
      ${before ? sql`and (e.at, e.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)` : sql``}
    order by e.at desc, e.id desc limit ${limit}`.execute(tx)
  return rows
}
