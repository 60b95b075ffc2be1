import type { ChatSession, listChats as contract } from '@exempta/contract/chat'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { type Call, personOf } from '../../../platform/call.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import type { Services } from '../../../platform/services.ts'
import { type ListedRow, sessionPage } from '../queries/console.ts'
import { asSession } from './as-session.ts'

const newestFirst = defineKeyset('chats', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listChats(
  { clock, database }: Services,
  call: Call,
  { cursor, limit, search, show }: RouteParsed<typeof contract>['query'],
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
