import type { ChatConversation } from '@exempta/contract/chat'
import { limits } from '@exempta/contract/limits'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { asWindow } from '../as-message.ts'
import { countUnread, findAccount, findSession, listAgents, listOtherThreads } from '../queries/console.ts'
import { type MessageWindow, messagesOf } from '../queries/threads.ts'
import { asSession } from './as-session.ts'

export function getChat({ clock, database }: Services, call: Call, id: string): Promise<ChatConversation> {
  return database.transact(
    personOf(call),
    async (tx) => {
      const row = await findSession(tx, id, clock.now())
      if (!row) throw new AppError('not-found')
      const messages = await messagesOf(tx, id, {}, limits.chatMessagesShown, true)
      const others = await listOtherThreads(tx, row)
      return {
        ...asSession(row),
        ...asWindow(messages, limits.chatMessagesShown),
        personReadSeq: row.person_read_seq,
        agentReadSeq: row.agent_read_seq,
        otherThreads: others.map((other) => ({
          id: other.id,
          subject: other.subject,
          createdAt: other.created_at.toISOString(),
        })),
        account: row.user_id ? await accountOf(tx, row.user_id) : null,
      }
    },
    { readOnly: true },
  )
}

async function accountOf(tx: Transaction, personId: string): Promise<ChatConversation['account']> {
  const found = await findAccount(tx, personId)
  if (!found) return null
  const { role, status, business, documents, documentCount } = found
  return {
    role,
    status,
    business,
    createdAt: found.created_at.toISOString(),
    lastLoginAt: found.last_login_at?.toISOString() ?? null,
    documents,
    documentCount,
  }
}

export function listConversationMessages(
  { clock, database }: Services,
  call: Call,
  id: string,
  window: MessageWindow,
) {
  return database.transact(
    personOf(call),
    async (tx) => {
      if (!(await findSession(tx, id, clock.now()))) throw new AppError('not-found')
      const rows = await messagesOf(tx, id, window, limits.chatMessagesShown, true)
      return asWindow(rows, limits.chatMessagesShown)
    },
    { readOnly: true },
  )
}

export function getPresence({ clock, database }: Services, call: Call) {
  return database.transact(
    personOf(call),
    async (tx) => ({ agents: await listAgents(tx, clock.now()), unread: await countUnread(tx) }),
    { readOnly: true },
  )
}
