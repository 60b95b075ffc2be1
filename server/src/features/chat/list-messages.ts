import { limits } from '@exempta/contract/limits'
import type { Call } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { asWindow } from './as-message.ts'
import { requireOwnChat } from './open-chat.ts'
import { actorFor, type MessageWindow, messagesOf, type ThreadKey } from './queries/threads.ts'

export function listMessages(
  { clock, database }: Services,
  call: Call,
  key: ThreadKey | undefined,
  window: MessageWindow,
) {
  return database.transact(
    actorFor(call.actor),
    async (tx) => {
      const chat = await requireOwnChat(tx, key, clock.now())
      const rows = await messagesOf(tx, chat.id, window, limits.chatMessagesShown, false)
      return asWindow(rows, limits.chatMessagesShown)
    },
    { readOnly: true },
  )
}
