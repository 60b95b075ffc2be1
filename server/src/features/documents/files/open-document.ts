import type { DocumentType } from '@exempta/contract/documents'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../../platform/call.ts'
import type { FileAnswer } from '../../../platform/http/send-file.ts'
import type { Services } from '../../../platform/services.ts'
import { recordShareView } from '../../shares/index.ts'
import type { DocumentRow } from '../queries/documents.ts'
import { findVersion } from '../queries/versions.ts'
import { findVisibleDocument, type VisibleDocument } from '../queries/viewers.ts'
import { openRendition } from './open-rendition.ts'

export interface Opening {
  id: string
  /** Only this version will do. */
  version?: number
  action: 'document.view' | 'document.download'
  /** False for the later parts of a file that is fetched in ranges: they are one and the same opening. */
  isFirstPart: boolean
}

/** The redacted file, for whoever may see it now; undefined when there is none. The opening is written down. */
export async function openDocument(
  services: Services,
  call: Call,
  { id, version: wanted, action, isFirstPart }: Opening,
): Promise<FileAnswer<DocumentType> | undefined> {
  const viewer = memberOf(call)
  const found = await services.database.transact(viewer, async (tx) => {
    const visible = await findVisibleDocument(tx, viewer, id, services.clock.now())
    if (!visible || (wanted !== undefined && wanted !== visible.document.version)) return undefined
    const { document, share } = visible
    refuseWholeFile(share)
    const version = await findVersion(tx, id, document.version)
    if (isFirstPart && share) {
      const act = action === 'document.view' ? 'viewed' : 'downloaded'
      await recordShareView(services, tx, call, { shareId: share.id, act })
    } else if (isFirstPart) {
      await recordAudit(tx, call, {
        at: services.clock.now(),
        action,
        target: { kind: 'document', id },
        details: { version: document.version },
      })
    }
    return { document, sizeBytes: version?.size_bytes ?? 0 }
  })
  return found && answerOf(services, found.document, found.sizeBytes, action === 'document.view')
}

export async function downloadDocument(
  services: Services,
  call: Call,
  id: string,
  isFirstPart: boolean,
): Promise<FileAnswer<DocumentType>> {
  const file = await openDocument(services, call, { id, action: 'document.download', isFirstPart })
  if (!file) throw new AppError('not-found')
  return file
}

/** Whoever may only view gets pages: a file that is open in a browser can be kept. */
export function refuseWholeFile(share: VisibleDocument['share']): void {
  if (share?.canDownload === false) throw new AppError('view-only')
}

const answerOf = (
  services: Services,
  { id, name, type, version }: DocumentRow,
  sizeBytes: number,
  isInline: boolean,
): FileAnswer<DocumentType> =>
  openRendition(
    services,
    { documentId: id, rendition: 'redacted', version },
    { name, contentType: type, part: { start: 0, end: sizeBytes }, isInline },
  )
