import type { ChatMessage } from '@exempta/contract/chat-message'
import type { MessageRow } from './queries/threads.ts'

/** The only place that shapes a stored message, for responses and events alike. */
export const toChatMessage = (row: MessageRow): ChatMessage => ({
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

/** Rows are newest first, with one more than the window if there are older ones. */
export function toWindow(rows: readonly MessageRow[], limit: number) {
  return { items: rows.slice(0, limit).reverse().map(toChatMessage), hasOlder: rows.length > limit }
}
