import type { DocumentType } from '@exempta/contract/documents'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../../platform/call.ts'
import type { ByteRange } from '../../../platform/crypto/sealed-stream.ts'
import type { FileIdentity } from '../../../platform/crypto/wrap-key.ts'
import type { FileAnswer, OpenedPart } from '../../../platform/http/send-file.ts'
import type { Services } from '../../../platform/services.ts'
import { oneLookMs, recordShareView } from '../../sharing/index.ts'
import { hasOpenedSince } from '../queries/openings.ts'
import { findVersion } from '../queries/versions.ts'
import { findVisibleDocument, type VisibleDocument } from '../queries/viewers.ts'

/** Opens a stored file, or the part of it that is given, in any range. The caller has checked the right to it. */
export function openRendition<Type extends string>(
  { files }: Services,
  file: FileIdentity,
  answer: Pick<FileAnswer<Type>, 'name' | 'contentType' | 'isInline' | 'recordOpening'> & { part: ByteRange },
): FileAnswer<Type> {
  const { part, ...rest } = answer
  return {
    ...rest,
    sizeBytes: part.end - part.start,
    etag: `"${file.documentId}-${file.version}-${file.rendition}-${part.start}"`,
    content: async ({ start, end }) => {
      const { stream } = await files.get(file, { start: part.start + start, end: part.start + end })
      return stream
    },
  }
}

export interface Opening {
  id: string
  /** Only this version will do. */
  version?: number
  action: 'document.view' | 'document.download'
}

/** The redacted file, for whoever may see it now; undefined when there is none. */
export async function openDocument(
  services: Services,
  call: Call,
  { id, version: wanted, action }: Opening,
): Promise<FileAnswer<DocumentType> | undefined> {
  const viewer = memberOf(call)
  const found = await services.database.transact(
    viewer,
    async (tx) => {
      const visible = await findVisibleDocument(tx, viewer, id, services.clock.now())
      if (!visible || (wanted !== undefined && wanted !== visible.document.version)) return undefined
      refuseWholeFile(visible.share)
      const version = await findVersion(tx, id, visible.document.version)
      return { ...visible.document, sizeBytes: version?.size_bytes ?? 0 }
    },
    { readOnly: true },
  )
  if (!found) return undefined
  const { name, type: contentType, version, sizeBytes } = found
  return openRendition(
    services,
    { documentId: id, rendition: 'redacted', version },
    {
      name,
      contentType,
      part: { start: 0, end: sizeBytes },
      isInline: action === 'document.view',
      recordOpening: (part) => recordDocumentOpening(services, call, { id, version, action }, part),
    },
  )
}

/**
 * Asks once more for the right to see the document, in the transaction that records the opening. Viewers of PDF
 * fetch a file in parts: a later part needs no row of its own while this viewer's opening of the same version,
 * for the same purpose and from the same address, is recent.
 */
async function recordDocumentOpening(
  services: Services,
  call: Call,
  { id, version, action }: Required<Opening>,
  part: OpenedPart,
): Promise<void> {
  const viewer = memberOf(call)
  const at = services.clock.now()
  await services.database.transact(viewer, async (tx) => {
    const visible = await findVisibleDocument(tx, viewer, id, at)
    if (visible?.document.version !== version) throw new AppError('not-found')
    const { share } = visible
    refuseWholeFile(share)
    if (part === 'later' && share?.isFirstViewPending !== true) {
      const since = new Date(at.getTime() - oneLookMs)
      const opening = { viewerId: viewer.id, ip: call.origin.ip, documentId: id, version, action }
      if (await hasOpenedSince(tx, opening, since)) return
    }
    if (share) {
      const act = action === 'document.view' ? 'viewed' : 'downloaded'
      await recordShareView(services, tx, call, { shareId: share.id, act })
    } else {
      await recordAudit(tx, call, { at, action, target: { kind: 'document', id }, details: { version } })
    }
  })
}

export async function downloadDocument(
  services: Services,
  call: Call,
  id: string,
): Promise<FileAnswer<DocumentType>> {
  const file = await openDocument(services, call, { id, action: 'document.download' })
  if (!file) throw new AppError('not-found')
  return file
}

/** Whoever may only view gets pages: a file that is open in a browser can be kept. */
export function refuseWholeFile(share: VisibleDocument['share']): void {
  if (share?.canDownload === false) throw new AppError('view-only')
}
