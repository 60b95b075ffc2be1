/** What a manager does with audit binders: start one, see what is covered, have its file made, download it. */
import { Readable } from 'node:stream'
import {
  type Binder,
  type BinderCounts,
  binderLimits,
  type ListedBinder,
  type listBinderSales as salesRoute,
} from '@exempta/contract/binders'
import { isGap, saleOutcomeWords } from '@exempta/contract/coverage/sale-outcome'
import { csvLine, csvStart } from '@exempta/contract/csv'
import { dayMs } from '@exempta/contract/durations'
import type { PageQuery } from '@exempta/contract/paging'
import type { RouteParsed, RouteReturn } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import { listPublicKeys } from '../../platform/crypto/signing-keys.ts'
import type { FileIdentity } from '../../platform/crypto/wrap-key.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Row } from '../../platform/db/schema.ts'
import type { FileAnswer, RecordOpening } from '../../platform/http/send-file.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { behind, certificateOf, whichAreOpen } from '../coverage/index.ts'
import { countCertificates } from './certificates.ts'
import {
  asBinderSale,
  countSales,
  type DecidedScope,
  everySale,
  positionOf,
  wantedPage,
} from './decided-sales.ts'
import {
  type BinderPosition,
  type BinderRow,
  binderPage,
  countPreparing,
  deleteBinder,
  findBinder,
  lockBinder,
  updateBinder,
} from './queries/binders.ts'
import { countChecks } from './queries/contents.ts'
import { type ContentScope, countList, SalePosition } from './queries/sales.ts'

/** Where the ZIP file of a binder is stored. */
export const binderFile = (id: string): FileIdentity => ({ documentId: id, rendition: 'binder', version: 1 })

export const prepareBinderJob = defineJob({
  name: 'prepare-binder',
  payload: z.object({ binderId: z.uuid() }),
  // Shorter than the lifetime of a file draft, after which the file could not be published.
  expireSeconds: 3000,
  retry: { limit: 2, delaySeconds: 10, maxDelaySeconds: 60 },
})

/** Pages that show the business's binders fetch them again. */
export const publishBinder = (tx: Transaction, businessId: string, id: string): void =>
  publish(tx, `business:${businessId}`, 'changed', { topic: 'binders', ids: [id] })

/** What is true now, because certificates can still come. */
async function countBinder(tx: Transaction, scope: ContentScope): Promise<BinderCounts> {
  return {
    ...(await countSales((work) => work(tx), scope)),
    ...(await countChecks(tx, scope)),
    certificates: await countCertificates(tx, scope),
  }
}

const notCounted: BinderCounts = {
  sales: 0,
  covered: 0,
  coveredLater: 0,
  partly: 0,
  taxed: 0,
  notCovered: 0,
  haveNone: 0,
  checks: 0,
  withoutReference: 0,
  certificates: 0,
  canAsk: 0,
}

async function asBinder(
  tx: Transaction,
  row: BinderRow,
  counts: BinderCounts = { ...notCounted, ...row.counts },
): Promise<Binder> {
  return {
    id: row.id,
    state: row.state,
    from: row.from_on,
    to: row.to_on,
    status: row.status,
    list: row.has_list ? await countList(tx, row.id) : null,
    counts,
    asked: row.campaign_id === null ? null : (row.asked_count ?? 0),
    progress: row.status === 'preparing' ? row.done_count / Math.max(row.total_count, 1) : null,
    sizeBytes: row.size_bytes,
    requestedBy: row.requester_name,
    createdAt: row.created_at.toISOString(),
    readyAt: row.ready_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
  }
}

const list = defineKeyset<BinderPosition>('binders', z.tuple([z.iso.datetime(), z.uuid()]))

export function listBinders({ database }: Services, call: Call, { cursor, limit }: PageQuery) {
  const member = memberOf(call)
  const before = list.read(cursor)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireManager(tx, member)
      const rows = await binderPage(tx, businessId, before, limit + 1)
      const page = list.page(rows, limit, (row) => [row.created_at.toISOString(), row.id])
      const items: ListedBinder[] = []
      for (const row of page.items) {
        const binder = await asBinder(tx, row)
        items.push({ ...binder, counts: row.status === 'ready' ? binder.counts : null })
      }
      return { items, nextCursor: page.nextCursor }
    },
    { readOnly: true },
  )
}

export function getBinder({ database, clock }: Services, call: Call, id: string): Promise<Binder> {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireManager(tx, member)
      const row = await requireBinder(tx, businessId, id)
      // While the file is made, the page asks again and again.
      if (row.status === 'ready' || row.status === 'preparing') return asBinder(tx, row)
      return asBinder(tx, row, await countBinder(tx, { ...row, until: clock.now() }))
    },
    { readOnly: true },
  )
}

export async function requireBinder(tx: Transaction, businessId: string, id: string): Promise<BinderRow> {
  const row = await findBinder(tx, businessId, id)
  if (!row) throw new AppError('not-found')
  return row
}

/** Whatever was made before is made anew, with what is true now. */
export async function makeBinder(services: Services, call: Call, id: string): Promise<Binder> {
  const member = memberOf(call)
  const at = services.clock.now()
  await services.files.requireFreeSpace()
  await services.database.transact(member, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    const row = await lockBinder(tx, businessId, id)
    if (!row) throw new AppError('not-found')
    if (row.status === 'preparing') return
    if (row.status === 'ready') throw new AppError('conflict', { text: 'This binder is made already.' })
    if ((await countPreparing(tx, businessId)) >= binderLimits.preparing) {
      throw new AppError('conflict', {
        text: 'Other binders are being made. Try again when one of them is ready.',
      })
    }
    await updateBinder(tx, id, {
      status: 'preparing',
      // Shown until the file is made, which counts again.
      counts: JSON.stringify(await countBinder(tx, { ...row, until: at })),
      done_count: 0,
      total_count: 0,
      updated_at: at,
      expires_at: new Date(at.getTime() + binderLimits.keptDays * dayMs),
    })
    await services.jobs.enqueue(tx, prepareBinderJob, { binderId: id }, { fairnessKey: businessId })
    await recordAudit(tx, call, { at, action: 'binder.make', target: { kind: 'binder', id } })
    publishBinder(tx, businessId, id)
  })
  return getBinder(services, call, id)
}

/** The database destroys the file with the row. */
export function removeBinder(services: Services, call: Call, id: string): Promise<void> {
  const member = memberOf(call)
  const at = services.clock.now()
  return services.database.transact(member, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    if (!(await lockBinder(tx, businessId, id))) throw new AppError('not-found')
    await deleteBinder(tx, id)
    await recordAudit(tx, call, { at, action: 'binder.remove', target: { kind: 'binder', id } })
    publishBinder(tx, businessId, id)
  })
}

/** Opens the file for whoever the caller has let in: a manager here, an auditor elsewhere. */
export async function openBinder(
  services: Services,
  row: Pick<BinderRow, 'id' | 'state' | 'from_on' | 'to_on' | 'status' | 'size_bytes' | 'expires_at'>,
  recordOpening: RecordOpening,
): Promise<FileAnswer<'application/zip', RecordOpening>> {
  if (row.status === 'outdated' || row.expires_at <= services.clock.latest()) throw new AppError('gone')
  if (row.status !== 'ready' || row.size_bytes === null) throw new AppError('not-found')
  const { id, size_bytes: sizeBytes } = row
  return {
    name: `audit-binder-${row.state}-${row.from_on}-to-${row.to_on}.zip`,
    contentType: 'application/zip',
    sizeBytes,
    etag: `"${id}-binder"`,
    content: async (range) => (await services.files.get(binderFile(id), range)).stream,
    recordOpening,
  }
}

export async function downloadBinder(
  services: Services,
  call: Call,
  id: string,
): Promise<FileAnswer<'application/zip', RecordOpening>> {
  const member = memberOf(call)
  const { database, clock } = services
  const row = await database.transact(
    member,
    async (tx) => requireBinder(tx, (await requireManager(tx, member)).businessId, id),
    { readOnly: true },
  )
  return openBinder(services, row, () =>
    database.transact(member, (tx) =>
      recordAudit(tx, call, {
        at: clock.now(),
        action: 'binder.download',
        target: { kind: 'binder', id },
      }),
    ),
  )
}

const sales = defineKeyset<SalePosition>('binder-sales', SalePosition)

export const decidedScope = (row: Row<'binders'>, now: Date): DecidedScope => {
  const isMade = row.status === 'ready'
  return { ...row, isMade, until: (isMade ? (row.content_at ?? row.ready_at) : null) ?? now }
}

export function listBinderSales(
  { database, clock }: Services,
  call: Call,
  { id, cursor, limit, show }: RouteParsed<typeof salesRoute>['query'] & { id: string },
): Promise<RouteReturn<typeof salesRoute>> {
  const member = memberOf(call)
  const after = sales.read(cursor)
  return database.transact(
    member,
    async (tx) => {
      const row = await requireBinder(tx, (await requireManager(tx, member)).businessId, id)
      const scope = decidedScope(row, clock.now())
      const found = await wantedPage(tx, scope, {
        after,
        limit: limit + 1,
        isWanted: ({ row, decision }) => show === 'all' || (!row.is_refund && isGap(decision.outcome)),
      })
      const page = sales.page(found, limit, ({ row }) => positionOf(row))
      const behindThem = page.items.map((sale) => behind(sale.row, sale.decision))
      const open = await whichAreOpen(tx, { businessId: row.business_id, state: row.state }, behindThem)
      return {
        items: page.items.map((sale, at) => ({
          ...asBinderSale(sale, certificateOf(behindThem[at] ?? nothing, open).certificate),
          customerId: sale.row.customer_id,
        })),
        nextCursor: page.nextCursor,
      }
    },
    { readOnly: true },
  )
}

const nothing = { shareId: null, keptCopyId: null }

const contentType = 'text/csv; charset=utf-8'

export async function downloadUncovered(
  { database, clock }: Services,
  call: Call,
  id: string,
): Promise<FileAnswer<typeof contentType, RecordOpening>> {
  const member = memberOf(call)
  const row = await database.transact(
    member,
    async (tx) => requireBinder(tx, (await requireManager(tx, member)).businessId, id),
    { readOnly: true },
  )
  const read = <T>(work: (tx: Transaction) => Promise<T>) =>
    database.transact(member, work, { readOnly: true })
  async function* lines() {
    yield csvStart +
      csvLine(['Date', 'Invoice or order number', 'Customer', 'Amount', 'Receipt', 'Result', 'Why'])
    for await (const page of everySale(read, decidedScope(row, clock.now()), true)) {
      for (const { row, decision } of page) {
        if (row.is_refund || !isGap(decision.outcome)) continue
        yield csvLine([
          row.sale_on,
          row.reference,
          row.customer_name,
          row.amount_cents === null ? null : row.amount_cents / 100,
          row.code,
          saleOutcomeWords[decision.outcome],
          decision.reasons.join(' '),
        ])
      }
    }
  }
  return {
    name: 'sales-without-a-certificate.csv',
    contentType,
    content: Readable.from(lines()),
    recordOpening: () =>
      database.transact(member, (tx) =>
        recordAudit(tx, call, {
          at: clock.now(),
          action: 'binder.export',
          target: { kind: 'binder', id },
        }),
      ),
  }
}

export async function listKeys(services: Services) {
  const keys = await listPublicKeys(services)
  return {
    keys: keys.map(({ id, publicKey, createdAt }) => ({
      id,
      algorithm: 'Ed25519' as const,
      publicKey: publicKey.toString('base64'),
      createdAt: createdAt.toISOString(),
    })),
  }
}
