import type {
  AdministeredDocument,
  AdministeredShare,
  listAdministeredDocuments,
  listAdministeredShares,
} from '@exempta/contract/admin/documents'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import { publish } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { requireAdministrator } from '../../accounts/index.ts'
import { failureOf, retryDocumentFor } from '../../documents/index.ts'
import {
  type AdministeredDocumentRow,
  type AdministeredShareRow,
  documentPage,
  findDocument,
  sharePage,
} from './queries.ts'

const position = z.tuple([z.iso.datetime(), z.uuid()])
const documentList = defineKeyset('administered documents', position)
const shareList = defineKeyset('administered shares', position)

export async function listDocuments(
  { database }: Services,
  call: Call,
  { cursor, limit, ...filter }: RouteParsed<typeof listAdministeredDocuments>['query'],
): Promise<{ items: AdministeredDocument[]; nextCursor: string | null }> {
  const before = documentList.read(cursor)
  const rows = await database.transact(personOf(call), (tx) => documentPage(tx, filter, before, limit + 1), {
    readOnly: true,
  })
  const { items, nextCursor } = documentList.page(rows, limit, (row) => [
    row.created_at.toISOString(),
    row.id,
  ])
  return { items: items.map(asDocument), nextCursor }
}

const asDocument = (row: AdministeredDocumentRow): AdministeredDocument => ({
  id: row.id,
  name: row.name,
  status: row.status,
  owner: { id: row.owner_id, name: row.owner_name },
  failure: failureOf(row),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export async function readDocument(
  { database }: Services,
  call: Call,
  id: string,
): Promise<AdministeredDocument> {
  const row = await database.transact(personOf(call), (tx) => findDocument(tx, id), { readOnly: true })
  if (!row) throw new AppError('not-found')
  return asDocument(row)
}

export async function retryFailedDocument(
  services: Services,
  call: Call,
  id: string,
): Promise<AdministeredDocument> {
  const admin = personOf(call)
  await services.database.transact(systemActor, async (tx) => {
    await requireAdministrator(tx, admin)
    await retryDocumentFor(services, tx, call, id)
    publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
  })
  return readDocument(services, call, id)
}

export async function listShares(
  { database }: Services,
  call: Call,
  { cursor, limit, ...filter }: RouteParsed<typeof listAdministeredShares>['query'],
): Promise<{ items: AdministeredShare[]; nextCursor: string | null }> {
  const before = shareList.read(cursor)
  const rows = await database.transact(personOf(call), (tx) => sharePage(tx, filter, before, limit + 1), {
    readOnly: true,
  })
  const { items, nextCursor } = shareList.page(rows, limit, (row) => [row.shared_at.toISOString(), row.id])
  return { items: items.map(asShare), nextCursor }
}

const asShare = (row: AdministeredShareRow): AdministeredShare => ({
  id: row.id,
  document: { id: row.document_id, name: row.document_name },
  owner: { id: row.owner_id, name: row.owner_name },
  business:
    row.business_id !== null && row.business_name !== null
      ? { id: row.business_id, name: row.business_name }
      : null,
  email: row.email,
  status: row.status,
  sharedAt: row.shared_at.toISOString(),
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
  reviewer: row.reviewer_name,
  views: row.view_count,
  downloads: row.download_count,
  lastViewedAt: row.last_viewed_at?.toISOString() ?? null,
})
