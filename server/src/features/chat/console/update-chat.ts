import type { updateChat as contract } from '@exempta/contract/chat'
import type { RouteParsed } from '@exempta/contract/route'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { signal } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { updateChatRow } from '../queries/console.ts'

export async function updateChat(
  { clock, database }: Services,
  call: Call,
  chatId: string,
  { isMine, status }: RouteParsed<typeof contract>['body'],
): Promise<void> {
  const agent = personOf(call)
  const at = clock.now()
  const target = { kind: 'chat', id: chatId } as const
  await database.transact(agent, async (tx) => {
    const assigneeId = isMine === undefined ? undefined : isMine ? agent.id : null
    const news = await updateChatRow(tx, chatId, { assigneeId, status })
    if (!news) throw new AppError('not-found')
    if (news.isReassigned) await recordAudit(tx, call, { at, action: 'chat.assign', target })
    if (news.isMoved) {
      await recordAudit(tx, call, { at, action: status === 'closed' ? 'chat.close' : 'chat.reopen', target })
      await signal(tx, `chat:${chatId}`, 'chatState', { status: status === 'closed' ? 'closed' : 'open' })
    }
    if (news.isReassigned || news.isMoved) await signal(tx, 'agents', 'chatChanged', { chatId, seq: null })
  })
}
