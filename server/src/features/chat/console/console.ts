import { randomUUID } from 'node:crypto'
import type {
  ChatConversation,
  ChatSession,
  listChats as listRoute,
  updateChat as updateRoute,
} from '@exempta/contract/chat'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import { signal } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { limits } from '../limits.ts'
import { toWindow } from '../messages.ts'
import {
  countUnread,
  findAccount,
  findSession,
  type ListedRow,
  listAgents,
  listOtherThreads,
  markUnread,
  type SessionRow,
  sessionPage,
  updateChatRow,
} from '../queries/console.ts'
import { endAway, findAway, markPresent, startAway } from '../queries/presence.ts'
import { type MessageWindow, messagesOf, noteRead } from '../queries/threads.ts'

const asSession = (row: SessionRow): Omit<ChatSession, 'lastMessage' | 'threads'> => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  person: { userId: row.user_id, name: row.name, email: row.email, isHere: row.is_here },
  status: row.status,
  assignee:
    row.assignee_id && row.assignee_name !== null ? { id: row.assignee_id, name: row.assignee_name } : null,
  unread: row.unread,
})

const newestFirst = defineKeyset('chats', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listChats(
  { clock, database }: Services,
  call: Call,
  { cursor, limit, search, show }: RouteParsed<typeof listRoute>['query'],
): Promise<{ items: ChatSession[]; nextCursor: string | null }> {
  const agent = personOf(call)
  const before = newestFirst.read(cursor)
  const rows = await database.transact(
    agent,
    (tx) => sessionPage(tx, { agentId: agent.id, show, search }, before, limit + 1, clock.now()),
    { readOnly: true },
  )
  const { items, nextCursor } = newestFirst.page(rows, limit, (row) => [
    row.last_message_at.toISOString(),
    row.id,
  ])
  return { items: items.map(asListed), nextCursor }
}

const asListed = (row: ListedRow): ChatSession => ({
  ...asSession(row),
  threads: row.threads,
  lastMessage: {
    text: row.last_text,
    sender: row.last_sender,
    kind: row.last_kind,
    createdAt: row.last_message_at.toISOString(),
  },
})

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
        ...toWindow(messages, limits.chatMessagesShown),
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
      return toWindow(rows, limits.chatMessagesShown)
    },
    { readOnly: true },
  )
}

export function getPresence({ clock, database }: Services, call: Call) {
  const agent = personOf(call)
  return database.transact(
    agent,
    async (tx) => ({
      agents: await listAgents(tx, clock.now()),
      unread: await countUnread(tx),
      isAway: (await findAway(tx, agent.id)) !== undefined,
    }),
    { readOnly: true },
  )
}

/** While away, an agent doesn’t count as present, whatever pages they have open. */
export async function setAway({ clock, database }: Services, call: Call, isAway: boolean): Promise<void> {
  const { id } = personOf(call)
  const now = clock.now()
  await database.transact(systemActor, async (tx) => {
    if (isAway) {
      if (!(await startAway(tx, id, now))) return
    } else {
      if (!(await endAway(tx, id))) return
      // The processes that hold this agent’s sockets renew it with their next beat.
      const until = new Date(now.getTime() + limits.chatPresenceMs)
      await markPresent(tx, [{ kind: 'agent', subjectId: id }], randomUUID(), until)
    }
    signal(tx, 'agents', 'chatPresence', { chatId: null })
  })
}

/** Reading by one agent counts for all: the badge disappears from every console, and the person sees it. */
export async function readConversation(
  { clock, database }: Services,
  call: Call,
  chatId: string,
  seq: number,
): Promise<void> {
  await database.transact(personOf(call), async (tx) => {
    if (!(await findSession(tx, chatId, clock.now()))) throw new AppError('not-found')
    if (!(await noteRead(tx, chatId, 'agent', seq))) return
    signal(tx, `chat:${chatId}`, 'chatRead', { by: 'agent', seq })
    signal(tx, 'agents', 'chatChanged', { chatId, seq: null })
  })
}

/** The last message of the person counts as unread again, for all agents. */
export async function markChatUnread(
  { clock, database }: Services,
  call: Call,
  chatId: string,
): Promise<void> {
  await database.transact(personOf(call), async (tx) => {
    if (!(await findSession(tx, chatId, clock.now()))) throw new AppError('not-found')
    await markUnread(tx, chatId)
    signal(tx, 'agents', 'chatChanged', { chatId, seq: null })
  })
}

export async function updateChat(
  { clock, database }: Services,
  call: Call,
  chatId: string,
  { isMine, status }: RouteParsed<typeof updateRoute>['body'],
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
      signal(tx, `chat:${chatId}`, 'chatState', { status: status === 'closed' ? 'closed' : 'open' })
    }
    if (news.isReassigned || news.isMoved) signal(tx, 'agents', 'chatChanged', { chatId, seq: null })
  })
}
