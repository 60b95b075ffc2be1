import type { DocumentActivity } from '@exempta/contract/document-activity'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { type ActivityRow, activityPage } from './queries/activity.ts'
import { findOwnDocument } from './queries/documents.ts'

const newestFirst = defineKeyset('document activity', z.tuple([z.iso.datetime(), z.uuid()]))

/** Others' acts are theirs in the audit log, so the system reads them once the document is known to be the caller's. */
export async function listDocumentActivity(
  { database }: Services,
  call: Call,
  { id, cursor, limit }: PageQuery & { id: string },
): Promise<{ items: DocumentActivity[]; nextCursor: string | null }> {
  const person = personOf(call)
  const before = newestFirst.read(cursor)
  const isReadOnly = { readOnly: true }
  const own = await database.transact(person, (tx) => findOwnDocument(tx, person.id, id), isReadOnly)
  if (!own) throw new AppError('not-found')
  const rows = await database.transact(
    systemActor,
    (tx) => activityPage(tx, id, before, limit + 1),
    isReadOnly,
  )
  const { items, nextCursor } = newestFirst.page(rows, limit, (row) => [row.at.toISOString(), row.id])
  return { items: items.map((row) => asActivity(row, person.id)), nextCursor }
}

const asActivity = (row: ActivityRow, ownerId: string): DocumentActivity => ({
  id: row.id,
  action: row.action,
  result: row.result,
  at: row.at.toISOString(),
  by: row.actor_id === ownerId ? 'you' : row.actor_kind === 'system' ? 'exempta' : 'somebody',
  name: row.actor_id === ownerId ? null : nameOf(row),
  receiver: row.receiver,
})

/** Whoever came by a mail has no account: the address of the share is the name. */
const nameOf = ({ actor_kind, business_name, receiver }: ActivityRow) =>
  actor_kind === 'anonymous' ? receiver : business_name
