import {
  type listDocuments as contract,
  type Document,
  type DocumentDetails,
  type DocumentFailureCode,
  type DocumentRecipient,
  documentFailures,
  type FindingKind,
  type GovernmentCard,
} from '@exempta/contract/documents'
import type { DocumentActivity } from '@exempta/contract/documents/activity'
import type { PageQuery } from '@exempta/contract/paging'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { listRecipients, listReplacements, listWaitingShares } from '../sharing/index.ts'
import { processDocumentJob } from './document-events.ts'
import { canRetry } from './policy.ts'
import { type DocumentRow, findOwnDocument } from './queries/documents.ts'
import {
  type ActivityRow,
  activityPage,
  countToConfirm,
  type DocumentPosition,
  documentPage,
} from './queries/list.ts'
import { listUncertainAreas, type UncertainAreaRow } from './queries/uncertain-areas.ts'
import { listFindings, listPages, listVersions, type VersionRow } from './queries/versions.ts'

export const asDocument = (row: DocumentRow, recipients: DocumentRecipient[] = []): Document => ({
  id: row.id,
  name: row.name,
  type: row.type,
  status: row.status,
  sizeBytes: row.size_bytes,
  pageCount: row.page_count,
  cardSide: row.card_side,
  isCard: row.is_card,
  card: governmentCardOf(row),
  createdAt: row.created_at.toISOString(),
  processedAt: row.processed_at?.toISOString() ?? null,
  version: row.version,
  progress: row.status === 'processing' ? { page: row.progress_page, pageCount: row.page_count ?? 0 } : null,
  failure: failureOf(row),
  findings: Object.entries(row.finding_counts).map(([kind, count]) => ({ kind: kind as FindingKind, count })),
  needsCheck: row.needs_check,
  sharedWith: recipients.map(({ name }) => name),
  recipients,
})

/** Of other cards nothing is shown: only SmartPay cards have lines and billings. */
export const governmentCardOf = ({
  card_program: program,
  card_line: line,
  card_billing: billing,
}: Pick<DocumentRow, 'card_program' | 'card_line' | 'card_billing'>): GovernmentCard | null =>
  program === 'smartpay' && line && billing ? { line, billing } : null

export function failureOf(
  row: Pick<DocumentRow, 'status' | 'failure' | 'has_original'>,
): Document['failure'] {
  const { failure } = row
  if (failure === null) return null
  const code = failure in documentFailures ? (failure as DocumentFailureCode) : 'not-processed'
  return { code, text: documentFailures[code].text, canRetry: canRetry(row) }
}

export async function getDocument(services: Services, call: Call, id: string): Promise<DocumentDetails> {
  const person = personOf(call)
  const details = await services.database.transact(
    person,
    async (tx) => {
      const row = await findOwnDocument(tx, person.id, id)
      if (!row) throw new AppError('not-found')
      const [pages, findings, versions, uncertain, recipients, [replacedBy], replaces] = await Promise.all([
        listPages(tx, id, row.version),
        listFindings(tx, id, row.version),
        listVersions(tx, id),
        listUncertainAreas(tx, id, row.version),
        listRecipients(tx, person.id, [id], services.clock.now()),
        listReplacements(tx, person.id, id),
        findReplaced(tx, person.id, row),
      ])
      return {
        ...asDocument(row, recipients.get(id)),
        pages: pages.map(({ page, width, height }) => ({
          page,
          width,
          height,
          findings: findings
            .filter((finding) => finding.page === page)
            .map(({ kind, quad }) => ({ kind, quad })),
        })),
        uncertain: uncertain.map(asUncertainArea),
        versions: versions.map(asVersion),
        replaces,
        replacedBy: replacedBy ?? null,
      }
    },
    { readOnly: true },
  )
  // The job queue is readable only by the system, so its position is queried outside the person's
  // transaction.
  const waits = details.progress?.page === 0
  const place = waits ? await services.jobs.placeOf(processDocumentJob, { documentId: id }) : undefined
  return { ...details, queuePlace: place ?? null }
}

async function findReplaced(
  tx: Transaction,
  ownerId: string,
  { id, replaces_id: replacedId }: DocumentRow,
): Promise<DocumentDetails['replaces']> {
  const replaced = replacedId && (await findOwnDocument(tx, ownerId, replacedId))
  if (!replaced) return null
  const waiting = await listWaitingShares(tx, id)
  return {
    document: { id: replaced.id, name: replaced.name },
    waiting: waiting.map(({ recipient }) => recipient),
  }
}

export const asUncertainArea = ({
  position,
  page,
  quad,
  expected,
  reason,
  resolution,
}: Pick<UncertainAreaRow, 'position' | 'page' | 'quad' | 'expected' | 'reason' | 'resolution'>) => ({
  area: position,
  page,
  quad,
  expected,
  reason,
  resolution,
})

export const asVersion = ({ version, created_at, boxes, ready_at }: VersionRow) => ({
  version,
  createdAt: created_at.toISOString(),
  boxCount: boxes.length,
  isReady: ready_at !== null,
})

type Query = RouteParsed<typeof contract>['query']

const byTime = z.tuple([z.iso.datetime(), z.uuid()])
const byName = z.tuple([z.string(), z.uuid()])

/** Each sort order has its own keyset, so a cursor of one order is rejected by the others. */
const lists = {
  newest: defineKeyset<DocumentPosition>('documents newest', byTime),
  oldest: defineKeyset<DocumentPosition>('documents oldest', byTime),
  name: defineKeyset<DocumentPosition>('documents name', byName),
  'name-down': defineKeyset<DocumentPosition>('documents name-down', byName),
}

export async function listDocuments(services: Services, call: Call, query: Query) {
  const person = personOf(call)
  const { cursor, limit, sort, search, status } = query
  const list = lists[sort]
  const after = list.read(cursor)
  const { rows, recipients, toConfirm } = await services.database.transact(
    person,
    async (tx) => {
      const rows = await documentPage(tx, person.id, { search, status }, sort, after, limit + 1)
      const ids = rows.map(({ id }) => id)
      const [recipients, toConfirm] = await Promise.all([
        listRecipients(tx, person.id, ids, services.clock.now()),
        countToConfirm(tx, person.id),
      ])
      return { rows, recipients, toConfirm }
    },
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [
    sort === 'newest' || sort === 'oldest' ? row.created_at.toISOString() : row.sort_name,
    row.id,
  ])
  return { items: items.map((row) => asDocument(row, recipients.get(row.id))), nextCursor, toConfirm }
}

const newestFirst = defineKeyset('document activity', z.tuple([z.iso.datetime(), z.uuid()]))

/**
 * Row-level security hides other people's audit rows, so the system reads them after the caller's ownership
 * is checked.
 */
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
  by: row.actor_id === ownerId ? 'you' : row.actor_kind === 'system' ? 'exempta' : 'someone',
  name: row.actor_id === ownerId ? null : nameOf(row),
  receiver: row.recipient,
})

/** Someone without a session is named by the share they came by: an email link, or a view link of the business. */
const nameOf = ({ actor_kind, business_name, recipient }: ActivityRow) =>
  actor_kind === 'anonymous' ? (recipient ?? 'Someone with a view link') : business_name
