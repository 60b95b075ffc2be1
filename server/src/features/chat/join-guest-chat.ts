import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { refreshConnections } from '../../platform/realtime/dismiss-connections.ts'
import { signal } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { giveChatTo, lockChatOf, lockGuestChat, mergeChats } from './queries/joining.ts'

/** What was begun as a guest belongs to the account from sign-in on, and the guest's key opens nothing more. */
export async function joinGuestChat(
  { clock, database }: Services,
  call: Call,
  guestHash: Buffer,
  personId: string,
): Promise<void> {
  const now = clock.now()
  await database.transact(systemActor, async (tx) => {
    const guest = await lockGuestChat(tx, guestHash, now)
    if (guest?.kind !== 'live') return
    const own = await lockChatOf(tx, personId)
    if (own) await mergeChats(tx, guest.id, own)
    else await giveChatTo(tx, guest.id, personId)
    const target = { kind: 'chat', id: own ?? guest.id } as const
    await recordAudit(tx, call, { at: now, action: 'chat.join', target })
    // Sockets that were opened by a key of the guest are counted under the thread; they come again as what they are.
    await refreshConnections(tx, guest.id)
    await signal(tx, 'agents', 'chatChanged', { chatId: target.id, seq: null })
  })
}
