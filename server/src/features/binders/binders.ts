/** What a manager does with audit binders: start one, see what is covered, have its file made, download it. */
import { Readable } from 'node:stream'
import { type Binder, type BinderCounts, binderLimits } from '@exempta/contract/binders'
import { csvLine, csvStart } from '@exempta/contract/csv'
import { dayMs } from '@exempta/contract/durations'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import { listPublicKeys } from '../../platform/crypto/signing-keys.ts'
import type { FileIdentity } from '../../platform/crypto/wrap-key.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { FileAnswer, RecordOpening } from '../../platform/http/send-file.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { countCertificates } from './certificates.ts'
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
import { type BinderScope, countList, countSales, countToAsk, uncoveredPage } from './queries/sales.ts'

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

export async function countBinder(tx: Transaction, scope: BinderScope, now: Date): Promise<BinderCounts> {
  const content = { ...scope, until: now }
  return {
    ...(await countSales(tx, scope)),
    ...(await countChecks(tx, content)),
    certificates: await countCertificates(tx, content),
    canAsk: await countToAsk(tx, scope),
  }
}

/** Until the file is made, the counts are what is true now, because certificates can still come. */
async function asBinder(tx: Transaction, row: BinderRow, now: Date): Promise<Binder> {
  return {
    id: row.id,
    state: row.state,
    from: row.from_on,
    to: row.to_on,
    status: row.status,
    list: row.has_list ? await countList(tx, row.id) : null,
    counts: row.status === 'ready' ? row.counts : await countBinder(tx, row, now),
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

export function listBinders({ database, clock }: Services, call: Call, { cursor, limit }: PageQuery) {
  const member = memberOf(call)
  const before = list.read(cursor)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireManager(tx, member)
      const rows = await binderPage(tx, businessId, before, limit + 1)
      const page = list.page(rows, limit, (row) => [row.created_at.toISOString(), row.id])
      const items: Binder[] = []
      for (const row of page.items) items.push(await asBinder(tx, row, clock.now()))
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
      return asBinder(tx, await requireBinder(tx, businessId, id), clock.now())
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

const contentType = 'text/csv; charset=utf-8'
const outcomeWords = { newer: 'Needs a newer certificate', none: 'No certificate' } as const
const pageRows = 1000

export async function downloadUncovered(
  services: Services,
  call: Call,
  id: string,
): Promise<FileAnswer<typeof contentType, RecordOpening>> {
  const member = memberOf(call)
  const scope = await services.database.transact(
    member,
    async (tx) => requireBinder(tx, (await requireManager(tx, member)).businessId, id),
    { readOnly: true },
  )
  async function* lines() {
    yield csvStart + csvLine(['Date', 'Invoice or order number', 'Customer', 'Receipt', 'What is missing'])
    for (let offset = 0; ; offset += pageRows) {
      const rows = await services.database.transact(
        member,
        (tx) => uncoveredPage(tx, scope, offset, pageRows),
        { readOnly: true },
      )
      for (const { sale_on, reference, customer_name, code, outcome } of rows) {
        const missing = outcome === 'newer' ? outcomeWords.newer : outcomeWords.none
        yield csvLine([sale_on, reference, customer_name, code, missing])
      }
      if (rows.length < pageRows) return
    }
  }
  return {
    name: 'sales-without-a-certificate.csv',
    contentType,
    content: Readable.from(lines()),
    recordOpening: () =>
      services.database.transact(member, (tx) =>
        recordAudit(tx, call, {
          at: services.clock.now(),
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
