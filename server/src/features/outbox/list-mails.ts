import type { listMails as contract, OutboxMail } from '@exempta/contract/outbox'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { type Call, personOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { asMail } from './as-mail.ts'
import { mailPage } from './queries.ts'

const position = z.tuple([z.iso.datetime(), z.uuid()])
const lists = {
  newest: defineKeyset('mails newest', position),
  oldest: defineKeyset('mails oldest', position),
}

export async function listMails(
  { database, mail }: Services,
  call: Call,
  { cursor, limit, sort, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: OutboxMail[]; nextCursor: string | null; hasMailServer: boolean }> {
  const list = lists[sort]
  const after = list.read(cursor)
  const rows = await database.transact(personOf(call), (tx) => mailPage(tx, filter, sort, after, limit + 1), {
    readOnly: true,
  })
  const { items, nextCursor } = list.page(rows, limit, (row) => [row.created_at.toISOString(), row.id])
  return { items: items.map(asMail), nextCursor, hasMailServer: mail !== undefined }
}
