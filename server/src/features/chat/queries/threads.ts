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
