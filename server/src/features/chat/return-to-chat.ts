import type { ChatThread } from '@exempta/contract/chat'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { takeLink } from '../../platform/one-time-links/one-time-links.ts'
import { hashToken } from '../../platform/random-token.ts'
import { refreshConnections } from '../../platform/realtime/dismiss-connections.ts'
import type { Services } from '../../platform/services.ts'
import { requireOwnChat } from './open-chat.ts'
import { removeGuests } from './queries/joining.ts'
import { letIn } from './start-guest-chat.ts'
import { threadOf } from './thread.ts'

/**
 * The link in an email moves the thread to this browser: whoever has it reads the emails of the address. Whoever
 * typed that address in when the thread began may be somebody else, so their cookie and sockets are closed.
 */
export async function returnToChat(
  services: Services,
  call: Call,
  untrustedToken: string,
): Promise<{ token: string; thread: ChatThread }> {
  const now = services.clock.now()
  return services.database.transact(systemActor, async (tx) => {
    const link = await takeLink(services, tx, untrustedToken, 'chat')
    if (!link?.subject_id) throw new AppError('gone')
    await removeGuests(tx, link.subject_id)
    const token = await letIn(tx, link.subject_id, now)
    const target = { kind: 'chat', id: link.subject_id } as const
    await recordAudit(tx, call, { at: now, action: 'chat.return', target })
    await refreshConnections(tx, link.subject_id)
    const chat = await requireOwnChat(tx, { guestHash: hashToken(token) }, now)
    return { token, thread: await threadOf(tx, chat, now) }
  })
}
