import { AppError } from '../../../platform/app-error.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { signal } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { findSession } from '../queries/console.ts'
import { noteRead } from '../queries/threads.ts'

/** One agent's reading counts for all: the badge goes from every console, and the person sees it. */
export async function readConversation(
  { clock, database }: Services,
  call: Call,
  chatId: string,
  seq: number,
): Promise<void> {
  await database.transact(personOf(call), async (tx) => {
    if (!(await findSession(tx, chatId, clock.now()))) throw new AppError('not-found')
    if (!(await noteRead(tx, chatId, 'agent', seq))) return
    await signal(tx, `chat:${chatId}`, 'chatRead', { by: 'agent', seq })
    await signal(tx, 'agents', 'chatChanged', { chatId, seq: null })
  })
}
