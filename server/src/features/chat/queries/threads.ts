import { limits } from '@exempta/contract/limits'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Actor, Transaction } from '../../../platform/db/database.ts'
import type { ChatGuestsTable, ChatMessagesTable, ChatsTable } from '../../../platform/db/schema/chat.ts'

export type ChatRow = Selectable<ChatsTable>
export type MessageRow = Selectable<ChatMessagesTable>

/** By what a thread opens: the signed-in person, or the cookie of a guest's browser. */
export type ThreadKey = { personId: string } | { guestHash: Buffer }

/** Guests have no account that the database could know them by: what they may see is decided by the key alone. */
export const actorFor = (caller: Actor): Actor => (caller.kind === 'person' ? caller : systemActor)

const isOwn = (key: ThreadKey, now: Date) =>
  'personId' in key
    ? sql<boolean>`c.user_id = ${key.personId} and c.kind = 'live'`
    : sql<boolean>`c.id = (
        select chat_id from chat_guests where token_hash = ${key.guestHash} and expires_at > ${now})
        and c.user_id is null`

export const findOwnChat = (tx: Transaction, key: ThreadKey, now: Date): Promise<ChatRow | undefined> =>
  tx.selectFrom('chats as c').selectAll('c').where(isOwn(key, now)).executeTakeFirst()

/** What decided how a message was taken, with the stored message when it was. */
export type Written = {
  /** What the person wrote within the last minute. */
  recent: number
  /** No agent is there, and no automatic answer was given since one was. */
  isUnanswered: boolean
  /** Of the event that tells of it; null when an earlier try has. */
  eventSeq: number | null
} & (MessageRow | { id: null })

/**
 * Writes to the own chat by one statement; no row when there is none, or when it is not the named one. Nothing is taken
 * past the limit of a minute, and what is unanswered only where the caller sees to an answer.
 */
export function writeToOwnChat(
  key: ThreadKey,
  message: Omit<NewMessage, 'chatId' | 'sender' | 'kind' | 'authorId'>,
  { chatId, takesUnanswered }: { chatId: string | null; takesUnanswered: boolean },
): RawBuilder<Written> {
  const [personId, guestHash] = 'personId' in key ? [key.personId, null] : [null, key.guestHash]
  return sql`
    select recent, is_unanswered as "isUnanswered", event_seq as "eventSeq", (message).*
    from chat_write(${personId}, ${guestHash}, ${chatId}, ${limits.chatMessagesPerMinute}, ${takesUnanswered},
      ${message.id}, ${message.clientId}, ${message.text}, ${message.isMasked}, ${message.at})`
}

export async function insertChat(tx: Transaction, chat: Insertable<ChatsTable>): Promise<boolean> {
  const row = await tx
    .insertInto('chats')
    .values(chat)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface NewMessage {
  id: string
  chatId: string
  clientId: string
  sender: MessageRow['sender']
  kind: MessageRow['kind']
  authorId: string | null
  text: string
  isMasked: boolean
  at: Date
}

/** Undefined when there is no such chat. The row of an earlier try has another id than the one given. */
export async function tellOnce(tx: Transaction, message: NewMessage): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select (message).* from chat_tell(${message.chatId}, ${message.id}, ${message.clientId}, ${message.sender},
      ${message.kind}, ${message.authorId}, ${message.text}, ${message.isMasked}, ${message.at})`.execute(tx)
  return rows[0]
}

export interface MessageWindow {
  before?: number | undefined
  after?: number | undefined
}

/** Newest first, and one more than asked for when there is one. Notes only where they are asked for. */
export function messagesOf(
  tx: Transaction,
  chatId: string,
  { before, after }: MessageWindow,
  limit: number,
  withNotes: boolean,
): Promise<MessageRow[]> {
  let query = tx.selectFrom('chat_messages').selectAll().where('chat_id', '=', chatId)
  if (!withNotes) query = query.where('kind', '<>', 'note')
  if (before !== undefined) query = query.where('seq', '<', before)
  if (after !== undefined) query = query.where('seq', '>', after)
  return query
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute()
}

/** False when that far was read before. */
export async function noteRead(
  tx: Transaction,
  chatId: string,
  by: 'person' | 'agent',
  seq: number,
): Promise<boolean> {
  const column = by === 'person' ? 'person_read_seq' : 'agent_read_seq'
  const row = await tx
    .updateTable('chats')
    .set({ [column]: sql<number>`least(${seq}::int, last_seq)` })
    .where('id', '=', chatId)
    .where(column, '<', sql<number>`least(${seq}::int, last_seq)`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertGuest(tx: Transaction, guest: Insertable<ChatGuestsTable>): Promise<void> {
  await tx.insertInto('chat_guests').values(guest).execute()
}

export const findGuestChatId = async (
  tx: Transaction,
  guestHash: Buffer,
  now: Date,
): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('chat_guests')
    .select('chat_id')
    .where('token_hash', '=', guestHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.chat_id
}

export const findEmailOf = async (tx: Transaction, personId: string): Promise<string | undefined> => {
  const row = await tx.selectFrom('users').select('email').where('id', '=', personId).executeTakeFirst()
  return row?.email
}

/** Oldest first, without notes: for whoever takes all of it, piece by piece. */
export const nextMessages = (
  tx: Transaction,
  chatId: string,
  afterSeq: number,
  limit: number,
): Promise<MessageRow[]> =>
  tx
    .selectFrom('chat_messages')
    .selectAll()
    .where('chat_id', '=', chatId)
    .where('kind', '<>', 'note')
    .where('seq', '>', afterSeq)
    .orderBy('seq')
    .limit(limit)
    .execute()

/** What was said is also in the events of the last day. */
const deleteEventsOf = (which: ReturnType<typeof sql>) => sql`
  delete from live_events where stream in (select 'chat:' || c.id from chats c where ${which})`

export async function deleteChatsOf(tx: Transaction, personId: string): Promise<void> {
  await deleteEventsOf(sql`c.user_id = ${personId}`).execute(tx)
  await tx.deleteFrom('chats').where('user_id', '=', personId).execute()
  await tx.updateTable('chat_messages').set({ author_name: null }).where('author_id', '=', personId).execute()
}

export async function deleteOldGuestChats(tx: Transaction, before: Date, now: Date): Promise<void> {
  await tx.deleteFrom('chats').where('user_id', 'is', null).where('last_message_at', '<', before).execute()
  await tx.deleteFrom('chat_guests').where('expires_at', '<=', now).execute()
}

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
