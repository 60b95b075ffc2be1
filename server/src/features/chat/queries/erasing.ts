import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

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
