import { sql } from 'kysely'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Actor, Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type ChatRow = Row<'chats'>
export type MessageRow = Row<'chat_messages'>

/** What opens a thread: the logged-in person, or the cookie of a guest's browser. */
export type ThreadKey = { personId: string } | { guestHash: Buffer }

/** More than anyone may write in a minute, including the answers in between. */
const recentRows = 100

/** Guests have no account for row-level security, so only their key decides what they can see. */
export const actorFor = (caller: Actor): Actor => (caller.kind === 'person' ? caller : systemActor)

const isOwn = (key: ThreadKey, now: Date) =>
  'personId' in key
    ? sql<boolean>`c.user_id = ${key.personId} and c.kind = 'live'`
    : sql<boolean>`c.id = (
        select chat_id from chat_guests where token_hash = ${key.guestHash} and expires_at > ${now})
        and c.user_id is null`

export const findOwnChat = (tx: Transaction, key: ThreadKey, now: Date): Promise<ChatRow | undefined> =>
  tx.selectFrom('chats as c').selectAll('c').where(isOwn(key, now)).executeTakeFirst()

/** Locks the thread. Returns undefined if it does not exist or is not (or no longer) the sender's own. */
export function lockChat(
  tx: Transaction,
  { key, chatId }: { key?: ThreadKey; chatId: string } | { key: ThreadKey; chatId?: string },
  now: Date,
): Promise<ChatRow | undefined> {
  let query = tx.selectFrom('chats as c').selectAll('c').forUpdate()
  if (key) query = query.where(isOwn(key, now))
  if (chatId !== undefined) query = query.where('c.id', '=', chatId)
  return query.executeTakeFirst()
}

export async function insertChat(tx: Transaction, chat: NewRow<'chats'>): Promise<boolean> {
  const row = await tx
    .insertInto('chats')
    .values(chat)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The message stored by an earlier attempt to send it. */
export const findMessage = (
  tx: Transaction,
  chatId: string,
  clientId: string,
): Promise<MessageRow | undefined> =>
  tx
    .selectFrom('chat_messages')
    .selectAll()
    .where('chat_id', '=', chatId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

/** How much the person wrote within the last minute. Reads only the end of a long thread. */
export async function countRecentMessages(tx: Transaction, chat: ChatRow, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('chat_messages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('chat_id', '=', chat.id)
    .where('sender', '=', 'user')
    .where('seq', '>', chat.last_seq - recentRows)
    .where('created_at', '>', new Date(now.getTime() - 60_000))
    .executeTakeFirstOrThrow()
  return count
}

interface StoredMessage {
  id: string
  clientId: string
  sender: MessageRow['sender']
  kind: MessageRow['kind']
  authorId: string | null
  text: string
  isMasked: boolean
  at: Date
}

/** Numbers and stores a message. The transaction must have locked the thread. */
export async function insertMessage(
  tx: Transaction,
  chat: ChatRow,
  { id, clientId, sender, kind, authorId, text, isMasked, at }: StoredMessage,
): Promise<MessageRow> {
  const seq = chat.last_seq + 1
  const isFromPerson = sender === 'user'
  return tx
    .with('numbered', (db) =>
      db
        .updateTable('chats')
        .set({
          last_seq: seq,
          ...(kind === 'message' && { last_message_at: at }),
          ...(isFromPerson && { has_question: true, status: 'open' }),
          ...((isFromPerson || kind === 'welcome') && { person_read_seq: seq }),
          ...(!isFromPerson && authorId !== null && { agent_read_seq: seq }),
        })
        .where('id', '=', chat.id),
    )
    .insertInto('chat_messages')
    .values(({ selectFrom }) => ({
      chat_id: chat.id,
      seq,
      id,
      client_id: clientId,
      sender,
      kind,
      author_id: authorId,
      author_name: isFromPerson ? null : selectFrom('users').select('name').where('id', '=', authorId),
      text,
      is_masked: isMasked,
      created_at: at,
    }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface MessageWindow {
  before?: number | undefined
  after?: number | undefined
}

/** Newest first, one more than the limit if there is one. Notes are included only on request. */
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

/** Returns false if the messages up to there were already read. */
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

export async function insertGuest(tx: Transaction, guest: NewRow<'chat_guests'>): Promise<void> {
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

/** Oldest first and without notes, in batches for exports. */
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

/** Realtime events of the last day contain the messages too. */
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

/** Locks the thread that a cookie opens. */
export const lockGuestChat = (tx: Transaction, guestHash: Buffer, now: Date) =>
  tx
    .selectFrom('chats as c')
    .innerJoin('chat_guests as g', 'g.chat_id', 'c.id')
    .select(['c.id', 'c.kind'])
    .where('g.token_hash', '=', guestHash)
    .where('g.expires_at', '>', now)
    .where('c.user_id', 'is', null)
    .forUpdate('c')
    .executeTakeFirst()

/** Closes the thread in every browser that opened it with a cookie. */
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

export async function assignChatToPerson(tx: Transaction, chatId: string, personId: string): Promise<void> {
  await tx
    .updateTable('chats')
    .set({ user_id: personId, guest_name: null, guest_email: null })
    .where('id', '=', chatId)
    .execute()
  await removeGuests(tx, chatId)
}

/** Appends the messages of one thread to the other, keeping a single welcome. */
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
