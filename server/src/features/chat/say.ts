import type { ChatMessage } from '@exempta/contract/chat-message'
import type { Transaction } from '../../platform/db/database.ts'
import { publish, signal } from '../../platform/realtime/publish.ts'
import { timeOrderedId } from '../../platform/time-ordered-id.ts'
import { asMessage } from './as-message.ts'
import { type NewMessage, sayOnce } from './queries/threads.ts'

/**
 * Stores a message and tells both sides at commit; what was stored by an earlier try is answered and not told
 * again. Notes are told to consoles alone. Undefined when there is no such chat.
 */
export async function say(
  tx: Transaction,
  message: Omit<NewMessage, 'id'>,
): Promise<{ message: ChatMessage; isNew: boolean } | undefined> {
  const id = timeOrderedId(message.at)
  const row = await sayOnce(tx, { ...message, id })
  if (!row) return undefined
  const said = asMessage(row)
  const isNew = said.id === id
  if (isNew) {
    const { chatId } = message
    if (said.kind !== 'note') await publish(tx, `chat:${chatId}`, 'chatMessage', said)
    await signal(tx, 'agents', 'chatChanged', { chatId, seq: said.seq })
  }
  return { message: said, isNew }
}
