import type { DocumentType } from '@exempta/contract/documents'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, type MemberActor, memberOf } from '../../../platform/call.ts'
import type { ByteRange } from '../../../platform/crypto/sealed-stream.ts'
import type { FileIdentity } from '../../../platform/crypto/wrap-key.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { FileAnswer, RecordOpening } from '../../../platform/http/send-file.ts'
import type { Services } from '../../../platform/services.ts'
import { recordShareView, sameViewMs } from '../../sharing/index.ts'
import { hasOpenedSince } from '../queries/openings.ts'
import { findVersion } from '../queries/versions.ts'
import { findVisibleDocument, type VisibleDocument } from '../queries/viewers.ts'

/** Opens a stored file or a range of it. The caller has already checked access. */
export function openRendition<Type extends string, Recording extends RecordOpening | 'never'>(
  { files }: Services,
  file: FileIdentity,
  answer: Pick<
    FileAnswer<Type, Recording>,
    'name' | 'contentType' | 'isInline' | 'recordOpening' | 'isOpened'
  > & {
    part: ByteRange
  },
): FileAnswer<Type, Recording> {
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
  /** Refuses every other version. */
  version?: number
  action: 'document.view' | 'document.download'
}

/** Who opens a file: whose access it needs, and who it is recorded as. */
export interface Opener {
  viewer: MemberActor
  call: Call
}

/** Returns the redacted file if the viewer may see it now, otherwise undefined. */
export async function openDocument(
  services: Services,
  opener: Opener,
  { id, version: wanted, action }: Opening,
): Promise<FileAnswer<DocumentType, RecordOpening> | undefined> {
  const { viewer } = opener
  const found = await services.database.transact(
    viewer,
    async (tx) => {
      const [visible, asked] = await Promise.all([
        findVisibleDocument(tx, viewer, id, services.clock.now()),
        wanted === undefined ? undefined : findVersion(tx, id, wanted),
      ])
      if (!visible || (wanted !== undefined && wanted !== visible.document.version)) return undefined
      refuseWholeFile(visible.share)
      // Views come by signed links, which anybody can open who has one.
      if (action === 'document.view' && visible.document.needs_check) return undefined
      const version = asked ?? (await findVersion(tx, id, visible.document.version))
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
      recordOpening: () => recordDocumentOpening(services, opener, { id, version, action }),
      isOpened: () => isOpenedLately(services, opener, { id, version, action }),
    },
  )
}

// Nobody may write or read an audit row for someone else, so the system does that for an unknown person.
const writerOf = ({ viewer, call }: Opener) => (call.actor.kind === 'anonymous' ? systemActor : viewer)

/** The same viewer, version, purpose and address. A share that was given again is opened for the first time again. */
function isOpenedLately(
  services: Services,
  opener: Opener,
  { id, version, action }: Required<Opening>,
): Promise<boolean> {
  const { actor, origin } = opener.call
  const at = services.clock.now()
  return services.database.transact(
    writerOf(opener),
    async (tx) => {
      const share = await requireWholeFile(tx, opener, { id, version }, at)
      if (share?.isFirstViewPending) return false
      const openerId = actor.kind === 'person' || actor.kind === 'key' ? actor.id : null
      const opening = { openerId, ip: origin.ip, documentId: id, version, action }
      return hasOpenedSince(tx, opening, new Date(at.getTime() - sameViewMs))
    },
    { readOnly: true },
  )
}

async function requireWholeFile(
  tx: Transaction,
  { viewer }: Opener,
  { id, version }: { id: string; version: number },
  at: Date,
): Promise<VisibleDocument['share']> {
  const visible = await findVisibleDocument(tx, viewer, id, at)
  if (visible?.document.version !== version) throw new AppError('not-found')
  refuseWholeFile(visible.share)
  return visible.share
}

/** Checks access again in the transaction that records the opening. */
async function recordDocumentOpening(
  services: Services,
  opener: Opener,
  { id, version, action }: Required<Opening>,
): Promise<void> {
  const { call } = opener
  const at = services.clock.now()
  await services.database.transact(writerOf(opener), async (tx) => {
    const share = await requireWholeFile(tx, opener, { id, version }, at)
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
): Promise<FileAnswer<DocumentType, RecordOpening>> {
  const file = await openDocument(
    services,
    { viewer: memberOf(call), call },
    { id, action: 'document.download' },
  )
  if (!file) throw new AppError('not-found')
  return file
}

/** A view-only share gets page images but no file, because a file that is open in a browser can be saved. */
export function refuseWholeFile(share: VisibleDocument['share']): void {
  if (share?.canDownload === false) throw new AppError('view-only')
}
