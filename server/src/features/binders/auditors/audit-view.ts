/** What an auditor sees of the one binder: counts, receipts, certificates and the file. Every look is recorded. */
import { createHash } from 'node:crypto'
import type { AuditCertificate, AuditSale, AuditView } from '@exempta/contract/binders/auditors'
import type { DocumentType } from '@exempta/contract/documents'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import type { Row } from '../../../platform/db/schema.ts'
import type { FileAnswer, RecordOpening } from '../../../platform/http/send-file.ts'
import type { Services } from '../../../platform/services.ts'
import { awaitChange, type ViewerWatch } from '../../../platform/viewer-watch.ts'
import { behind, certificateOf, openCertificates, openKeptCopy } from '../../coverage/index.ts'
import { openBinder, publishBinder } from '../binders.ts'
import { asBinderSale, decidedPage, positionOf } from '../decided-sales.ts'
import { certificatesPage, findCertificates, lastName } from '../queries/auditor-view.ts'
import { SalePosition } from '../queries/sales.ts'
import { type AuditKey, requireAuditor } from './open-audit.ts'
import { findBinderOf, type LiveGrant, noteSeen } from './queries.ts'

function asView(grant: LiveGrant, row: Row<'binders'>): AuditView {
  const { canAsk: _, ...counts } = row.counts
  const isReady = row.status === 'ready' && row.ready_at !== null && row.size_bytes !== null
  const view = {
    business: grant.business_name,
    email: grant.email,
    expiresAt: grant.expires_at.toISOString(),
    binder: isReady
      ? {
          state: row.state,
          from: row.from_on,
          to: row.to_on,
          hasList: row.has_list,
          counts,
          madeAt: (row.ready_at as Date).toISOString(),
          sizeBytes: row.size_bytes as number,
        }
      : null,
  }
  const state = createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 22)
  return { ...view, state }
}

async function readView(services: Services, tx: Transaction, key: AuditKey) {
  const grant = await requireAuditor(services, tx, key)
  const row = await findBinderOf(tx, grant)
  if (!row) throw new AppError('gone')
  return { grant, view: asView(grant, row) }
}

export function getAudit(services: Services, call: Call, key: AuditKey): Promise<AuditView> {
  const at = services.clock.now()
  return services.database.transact(systemActor, async (tx) => {
    const { grant, view } = await readView(services, tx, key)
    await noteLook(tx, call, grant, { at, action: 'auditor.look' })
    return view
  })
}

/** Managers see when the auditor was last here. */
async function noteLook(
  tx: Transaction,
  call: Call,
  { id, binder_id: binderId, business_id }: LiveGrant,
  look: {
    at: Date
    action: 'auditor.look' | 'auditor.open-certificate' | 'auditor.download'
    certificateId?: string
  },
): Promise<void> {
  const { at, action, certificateId } = look
  await noteSeen(tx, id, at)
  const details = certificateId === undefined ? { binderId } : { binderId, certificateId }
  await recordAudit(tx, call, { at, action, target: { kind: 'auditor', id }, details })
  publishBinder(tx, business_id, binderId)
}

/** Resolves as soon as the binder differs from what the page shows; an ended access is `gone`. */
export const awaitAuditChange = (
  services: Services,
  watch: ViewerWatch,
  key: AuditKey,
  shown: { state: string; signal: AbortSignal },
): Promise<{ isChanged: boolean }> =>
  awaitChange(services, watch, { id: key.grantId, ...shown }, () =>
    services.database.transact(systemActor, async (tx) => (await readView(services, tx, key)).view, {
      readOnly: true,
    }),
  )

/** The finished binder as of the moment when its file was made. */
async function requireReady(services: Services, tx: Transaction, key: AuditKey) {
  const grant = await requireAuditor(services, tx, key)
  const row = await findBinderOf(tx, grant)
  const until = row?.content_at ?? row?.ready_at
  if (row?.status !== 'ready' || !until) throw new AppError('gone')
  return { grant, row, scope: { ...row, until } }
}

const sales = defineKeyset<SalePosition>('audit-sales', SalePosition)

export function listAuditSales(services: Services, key: AuditKey, { cursor, limit }: PageQuery) {
  const after = sales.read(cursor)
  return services.database.transact(
    systemActor,
    async (tx) => {
      const { scope } = await requireReady(services, tx, key)
      const found = await decidedPage(
        tx,
        { ...scope, isMade: true },
        { after, limit: limit + 1, hasReasons: true },
      )
      const page = sales.page(found, limit, ({ row }) => positionOf(row))
      const certificates = page.items.map(({ row, decision }) => behind(row, decision))
      const ids = certificates.flatMap(({ shareId, keptCopyId }) =>
        [shareId, keptCopyId].filter((id) => id !== null),
      )
      const open = openCertificates(
        (await findCertificates(tx, scope, ids)).map(({ id, share_id: shareId }) => ({ id, shareId })),
      )
      const items = page.items.map((sale): AuditSale => {
        const { certificate, certificateId } = certificateOf(behind(sale.row, sale.decision), open)
        return { ...asBinderSale(sale, certificate), certificateId }
      })
      return { items, nextCursor: page.nextCursor }
    },
    { readOnly: true },
  )
}

const certificates = defineKeyset<readonly [string, string]>(
  'audit-certificates',
  z.tuple([z.string(), z.uuid()]),
)

export function listAuditCertificates(services: Services, key: AuditKey, { cursor, limit }: PageQuery) {
  const after = certificates.read(cursor)
  return services.database.transact(
    systemActor,
    async (tx) => {
      const { scope } = await requireReady(services, tx, key)
      const rows = await certificatesPage(tx, scope, after, limit + 1)
      const page = certificates.page(rows, limit, (row) => [row.customer_name ?? lastName, row.id])
      const items = page.items.map(
        ({ id, customer_name: customer, ends_on: expiresOn }): AuditCertificate => ({
          id,
          customer,
          expiresOn,
        }),
      )
      return { items, nextCursor: page.nextCursor }
    },
    { readOnly: true },
  )
}

const endings = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const

/** Shown by the browser itself, in a tab of its own. */
export async function openAuditCertificate(
  services: Services,
  call: Call,
  key: AuditKey,
  id: string,
): Promise<FileAnswer<DocumentType, RecordOpening>> {
  const find = async (tx: Transaction) => {
    const { grant, scope } = await requireReady(services, tx, key)
    const [certificate] = await findCertificates(tx, scope, [id])
    if (!certificate) throw new AppError('not-found')
    return { grant, certificate }
  }
  const { certificate } = await services.database.transact(systemActor, find, { readOnly: true })
  const { stream, sizeBytes } = await openKeptCopy(services, certificate)
  return {
    name: `certificate-${id}.${endings[certificate.type]}`,
    contentType: certificate.type,
    sizeBytes,
    content: stream,
    isInline: true,
    recordOpening: () =>
      services.database.transact(systemActor, async (tx) => {
        const { grant } = await find(tx)
        const at = services.clock.now()
        await noteLook(tx, call, grant, { at, action: 'auditor.open-certificate', certificateId: id })
      }),
  }
}

export async function downloadAudit(
  services: Services,
  call: Call,
  key: AuditKey,
): Promise<FileAnswer<'application/zip', RecordOpening>> {
  const find = (tx: Transaction) => requireReady(services, tx, key)
  const { row } = await services.database.transact(systemActor, find, { readOnly: true })
  return openBinder(services, row, () =>
    services.database.transact(systemActor, async (tx) => {
      const { grant } = await find(tx)
      await noteLook(tx, call, grant, { at: services.clock.now(), action: 'auditor.download' })
    }),
  )
}
