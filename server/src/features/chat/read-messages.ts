import type { Call } from '../../platform/call.ts'
import { signal } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { limits } from './limits.ts'
import { toWindow } from './messages.ts'
import { requireOwnChat } from './open-chat.ts'
import { actorFor, type MessageWindow, messagesOf, noteRead, type ThreadKey } from './queries/threads.ts'

export function listMessages(
  { clock, database }: Services,
  call: Call,
  key: ThreadKey | undefined,
  window: MessageWindow,
) {
  return database.transact(
    actorFor(call.actor),
    async (tx) => {
      const chat = await requireOwnChat(tx, key, clock.latest())
      const rows = await messagesOf(tx, chat.id, window, limits.chatMessagesShown, false)
      return toWindow(rows, limits.chatMessagesShown)
    },
    { readOnly: true },
  )
}

export async function readChat(
  { clock, database }: Services,
  call: Call,
  key: ThreadKey | undefined,
  seq: number,
): Promise<void> {
  await database.transact(actorFor(call.actor), async (tx) => {
    const { id } = await requireOwnChat(tx, key, clock.latest())
    if (await noteRead(tx, id, 'person', seq)) {
      signal(tx, `chat:${id}`, 'chatRead', { by: 'person', seq })
    }
  })
}
