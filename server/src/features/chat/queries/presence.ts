import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export interface Present {
  kind: 'person' | 'agent'
  subjectId: string
}

/** Sets until when each of them counts as present. Agents who switched themselves away don’t. */
export async function markPresent(
  tx: Transaction,
  present: readonly Present[],
  processId: string,
  until: Date,
): Promise<void> {
  await sql`
    insert into chat_presence (kind, subject_id, process_id, until)
    select p.kind, p.subject_id, ${processId}, ${until}
    from unnest(${present.map(({ kind }) => kind)}::text[],
      ${present.map(({ subjectId }) => subjectId)}::uuid[]) p (kind, subject_id)
    where p.kind = 'person' or not exists (select from chat_away a where a.user_id = p.subject_id)
    on conflict (kind, subject_id, process_id) do update set until = excluded.until`.execute(tx)
}

export async function isPresent(
  tx: Transaction,
  { kind, subjectId }: { kind: Present['kind']; subjectId?: string },
  now: Date,
): Promise<boolean> {
  let query = tx.selectFrom('chat_presence').select('kind').where('kind', '=', kind).where('until', '>', now)
  if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** Keeps the newest row of each agent, because it shows when the absence began. */
export async function deleteOldPresence(tx: Transaction, before: Date): Promise<void> {
  await sql`
    delete from chat_presence p where p.until < ${before} and (p.kind = 'person' or exists (
      select from chat_presence n where n.kind = 'agent' and n.subject_id = p.subject_id and n.until > p.until))`.execute(
    tx,
  )
}

/** Ends the presence of an agent in every process, until they switch back. */
export async function startAway(tx: Transaction, agentId: string, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('chat_away')
    .values({ user_id: agentId, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!row) return false
  await tx
    .updateTable('chat_presence')
    .set({ until: now })
    .where('kind', '=', 'agent')
    .where('subject_id', '=', agentId)
    .where('until', '>', now)
    .execute()
  return true
}

export async function endAway(tx: Transaction, agentId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('chat_away')
    .where('user_id', '=', agentId)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export const findAway = (tx: Transaction, agentId: string) =>
  tx.selectFrom('chat_away').select('since').where('user_id', '=', agentId).executeTakeFirst()
