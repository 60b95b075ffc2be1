import type { ChatMessage } from '@exempta/contract/chat-message'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { type MessageRow, type NewMessage, tellOnce } from './queries/threads.ts'

export const asMessage = (row: MessageRow): ChatMessage => ({
  id: row.id,
  seq: row.seq,
  clientId: row.client_id,
  sender: row.sender,
  kind: row.kind,
  text: row.text,
  isMasked: row.is_masked,
  author: row.author_name,
  createdAt: row.created_at.toISOString(),
})

/** Rows come newest first, with one more than the window when there are older ones. */
export function asWindow(rows: readonly MessageRow[], limit: number) {
  return { items: rows.slice(0, limit).reverse().map(asMessage), hasOlder: rows.length > limit }
}

/**
 * Stores a message and tells both sides at commit; what was stored by an earlier try is answered and not told
 * again. Notes are told to consoles alone. Undefined when there is no such chat.
 */
export async function say(
  tx: Transaction,
  message: Omit<NewMessage, 'id'>,
): Promise<{ message: ChatMessage; isNew: boolean } | undefined> {
  const id = timeOrderedId(message.at)
  const row = await tellOnce(tx, { ...message, id })
  return row && { message: asMessage(row), isNew: row.id === id }
}
