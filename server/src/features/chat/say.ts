import type { ChatMessage } from '@exempta/contract/chat-message'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/time-ordered-id.ts'
import { asMessage } from './as-message.ts'
import { type NewMessage, tellOnce } from './queries/threads.ts'

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
