import type { Call } from '../../platform/call.ts'
import { signal } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireOwnChat } from './open-chat.ts'
import { actorFor, noteRead, type ThreadKey } from './queries/threads.ts'

export async function readChat(
  { clock, database }: Services,
  call: Call,
  key: ThreadKey | undefined,
  seq: number,
): Promise<void> {
  await database.transact(actorFor(call.actor), async (tx) => {
    const { id } = await requireOwnChat(tx, key, clock.now())
    if (await noteRead(tx, id, 'person', seq)) {
      await signal(tx, `chat:${id}`, 'chatRead', { by: 'person', seq })
    }
  })
}
