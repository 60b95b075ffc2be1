/** "Who saw my document?": what the audit log knows about one document, for its owner's complaint. */
import { Readable } from 'node:stream'
import { type DocumentAccess, documentAccessActs } from '@exempta/contract/admin/documents'
import { csvLine, csvStart } from '@exempta/contract/csv'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, type PersonActor, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import type { FileAnswer, RecordOpening } from '../../../platform/http/send-file.ts'
import { readInBatches } from '../../../platform/personal-data.ts'
import type { Services } from '../../../platform/services.ts'
import { requireAdministrator } from '../../accounts/index.ts'
import { type DocumentAccessRow, documentAccessPage, findDocument } from './queries.ts'

const list = defineKeyset('document access', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listDocumentAccess(
  { database }: Services,
  call: Call,
  { id, cursor, limit }: PageQuery & { id: string },
): Promise<{ items: DocumentAccess[]; nextCursor: string | null }> {
  const before = list.read(cursor)
  const rows = await database.transact(
    personOf(call),
    (tx) => documentAccessPage(tx, id, before, limit + 1),
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [row.at.toISOString(), row.id])
  return { items: items.map(asAccess), nextCursor }
}

const asAccess = (row: DocumentAccessRow): DocumentAccess => ({
  id: row.id,
  at: row.at.toISOString(),
  act: actOf(row),
  by: byOf(row),
  through: row.business_name ?? row.shared_email,
  // What was received comes with the address of whoever shared it.
  ip: actOf(row) === 'received' ? null : row.ip,
})

function actOf({ action }: DocumentAccessRow): DocumentAccess['act'] {
  if (action.startsWith('share.')) return 'received'
  if (action === 'document.download') return 'downloaded'
  return action === 'binder.download' || action === 'auditor.download' ? 'downloaded-binder' : 'opened'
}

function kindOf(row: DocumentAccessRow): DocumentAccess['by']['kind'] {
  // What was shared was received by whoever it was shared with, whoever did it.
  if (actOf(row) === 'received') return 'recipient'
  if (row.action.startsWith('auditor.')) return 'auditor'
  if (row.actor_kind === 'system' || row.actor_kind === 'key') return row.actor_kind
  if (row.actor_kind === 'person') return row.is_owner ? 'owner' : 'person'
  return row.shared_email === null ? 'link' : 'recipient'
}

function byOf(row: DocumentAccessRow): DocumentAccess['by'] {
  const kind = kindOf(row)
  return kind === 'recipient'
    ? { kind, id: null, name: row.business_name, email: row.shared_email }
    : { kind, id: row.actor_id, name: row.name, email: row.email }
}

const contentType = 'text/csv; charset=utf-8'

export async function downloadDocumentAccess(
  services: Services,
  call: Call,
  id: string,
): Promise<FileAnswer<typeof contentType, RecordOpening>> {
  const person = personOf(call)
  const at = services.clock.now()
  return {
    name: `document-access-${id.slice(-8)}-${at.toISOString().slice(0, 10)}.csv`,
    contentType,
    content: Readable.from(linesOf(services, person, id)),
    recordOpening: () =>
      services.database.transact(person, (tx) =>
        recordAudit(tx, call, { at, action: 'document.access-export', target: { kind: 'document', id } }),
      ),
  }
}

const headings = [
  'Document',
  'Document ID',
  'Time (UTC)',
  'What',
  'Who',
  'Email',
  'As',
  'Shared with',
  'From',
  'Entry',
]

const kindWords = {
  owner: 'Owner',
  person: 'Account',
  key: 'API key',
  auditor: 'Invited auditor',
  recipient: 'Recipient',
  link: 'Someone with a view link',
  system: 'Exempta',
} as const satisfies Record<DocumentAccess['by']['kind'], string>

async function* linesOf({ database }: Services, person: PersonActor, id: string) {
  const document = await database.transact(person, (tx) => findDocument(tx, id), { readOnly: true })
  // Each batch checks the role again.
  const rows = readInBatches<DocumentAccessRow>(async (last, limit) => {
    await database.transact(systemActor, (tx) => requireAdministrator(tx, person), { readOnly: true })
    const before = last && ([last.at.toISOString(), last.id] as const)
    return database.transact(person, (tx) => documentAccessPage(tx, id, before, limit), { readOnly: true })
  })
  yield csvStart + csvLine(headings)
  for await (const row of rows) {
    const { at, act, by, through, ip } = asAccess(row)
    yield csvLine([
      document?.name ?? 'Deleted',
      id,
      at,
      documentAccessActs[act],
      by.name,
      by.email,
      kindWords[by.kind],
      through,
      ip,
      row.id,
    ])
  }
}
