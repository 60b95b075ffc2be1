import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

/** The thread that a cookie opens, held until this transaction ends. */
export async function lockGuestChat(
  tx: Transaction,
  guestHash: Buffer,
  now: Date,
): Promise<{ id: string; kind: 'live' | 'mail' } | undefined> {
  const { rows } = await sql<{ id: string; kind: 'live' | 'mail' }>`
    select c.id, c.kind from chats c join chat_guests g on g.chat_id = c.id
    where g.token_hash = ${guestHash} and g.expires_at > ${now} and c.user_id is null
    for update of c`.execute(tx)
  return rows[0]
}

/** Closes the thread in every browser where it is open by a cookie. */
export async function removeGuests(tx: Transaction, chatId: string): Promise<void> {
  await tx.deleteFrom('chat_guests').where('chat_id', '=', chatId).execute()
}

export async function lockChatOf(tx: Transaction, personId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('chats')
    .select('id')
    .where('user_id', '=', personId)
    .where('kind', '=', 'live')
    .forUpdate()
    .executeTakeFirst()
  return row?.id
}

export async function giveChatTo(tx: Transaction, chatId: string, personId: string): Promise<void> {
  await tx
    .updateTable('chats')
    .set({ user_id: personId, guest_name: null, guest_email: null })
    .where('id', '=', chatId)
    .execute()
  await removeGuests(tx, chatId)
}

/** What was said in one goes behind what was said in the other; the welcome is said once. */
export async function mergeChats(tx: Transaction, fromId: string, intoId: string): Promise<void> {
  await sql`
    with moved as (
      update chat_messages m
      set chat_id = ${intoId}, seq = m.seq + (select last_seq from chats where id = ${intoId})
      where m.chat_id = ${fromId} and m.kind <> 'welcome'
      returning m.seq
    )
    update chats c set
      last_seq = c.last_seq + f.last_seq,
      has_question = c.has_question or f.has_question,
      status = case when f.has_question then 'open' else c.status end,
      person_read_seq = case when f.has_question then c.last_seq + f.person_read_seq else c.person_read_seq end,
      agent_read_seq = case when c.agent_read_seq >= c.last_seq then c.last_seq + f.agent_read_seq
        else c.agent_read_seq end,
      assignee_id = coalesce(c.assignee_id, f.assignee_id),
      last_message_at = greatest(c.last_message_at, f.last_message_at)
    from chats f where c.id = ${intoId} and f.id = ${fromId}`.execute(tx)
  await tx.deleteFrom('live_events').where('stream', '=', `chat:${fromId}`).execute()
  await tx.deleteFrom('chats').where('id', '=', fromId).execute()
}
