import type { CardSide, DocumentType } from '@exempta/contract/documents'
import { type UploadedFile, uploadRefusals } from '@exempta/contract/documents/files'
import { fill } from '@exempta/contract/texts'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { requestCorrection } from '../../sharing/index.ts'
import { type Quota, quotaRefusal } from '../policy.ts'
import {
  countDocuments,
  type DocumentRow,
  findDuplicate,
  insertDocument,
  lockOwner,
  type NewDocument,
} from '../queries/documents.ts'
import { asDocument } from '../read-documents.ts'
import { UploadRefused } from './untrusted-content.ts'
import type { Correction, UploadOptions } from './upload-context.ts'

export interface IncomingFile {
  id: string
  ownerId: string
  name: string
  type: DocumentType
  sizeBytes: number
  contentHash: Buffer
  side: CardSide | null
  options: UploadOptions
  /** Set for a corrected version of a rejected document. */
  corrects: Correction | undefined
  at: Date
  /** Instead of the limits for each person. */
  quota?: Quota | undefined
}

/**
 * Adds a document or finds the earlier upload of the same file. Quotas are checked under a lock, so that
 * parallel uploads can neither exceed them nor both count as the first upload.
 */
export async function acceptDocument(
  services: Services,
  tx: Transaction,
  call: Call,
  file: IncomingFile,
  state: Pick<NewDocument, 'status' | 'has_original'> & Partial<NewDocument>,
): Promise<{ row: DocumentRow; isNew: boolean }> {
  const [owner, duplicate, counts] = await Promise.all([
    lockOwner(tx, file.ownerId),
    findDuplicate(tx, file.ownerId, file.contentHash, file.side),
    countDocuments(tx, file.ownerId),
  ])
  requireUploader(owner)
  const known = file.options.again ? undefined : duplicate
  if (known) return { row: known, isNew: false }
  if (file.corrects) refuseSameFile(file.corrects, file)
  checkQuota(services.settings, counts, file)
  const row = await insertDocument(tx, {
    id: file.id,
    owner_id: file.ownerId,
    name: file.name,
    type: file.type,
    size_bytes: file.sizeBytes,
    content_hash: file.contentHash,
    card_side: file.side,
    is_card: file.side !== null,
    hides_contact_details: file.options.hideContactDetails,
    keeps_driver_license: file.options.keepDriverLicense,
    replaces_id: file.corrects?.documentId ?? null,
    first_version: firstVersion(file),
    created_at: file.at,
    updated_at: file.at,
    ...state,
  })
  if (file.corrects) await requestCorrection(services, tx, file.corrects, file.id)
  await recordAudit(tx, call, {
    at: file.at,
    action: 'document.upload',
    target: { kind: 'document', id: file.id },
    details: { sizeBytes: file.sizeBytes, isCard: file.side !== null },
  })
  return { row, isNew: true }
}

/** A corrected document has later versions than the one it replaces. */
export const firstVersion = ({ corrects }: Pick<IncomingFile, 'corrects'>): number =>
  corrects ? corrects.version + 1 : 1

function refuseSameFile({ contentHash }: Correction, file: IncomingFile): void {
  if (contentHash.equals(file.contentHash)) throw new UploadRefused('same-file')
}

/** An upload takes time, so the account may have been suspended or deleted since it started. */
function requireUploader(owner: Awaited<ReturnType<typeof lockOwner>>): void {
  if (!owner) throw new AppError('not-signed-in')
  if (owner.status !== 'active' && owner.status !== 'guest') throw new AppError('account-not-active')
  if (owner.role !== 'user') throw new AppError('not-allowed')
}

function checkQuota(
  settings: Settings,
  counts: Awaited<ReturnType<typeof countDocuments>>,
  {
    sizeBytes,
    quota = { documents: settings.get('quota.documents'), megabytes: settings.get('quota.megabytes') },
  }: IncomingFile,
): void {
  const refusal = quotaRefusal(counts, sizeBytes, quota)
  if (!refusal) return
  const limit = refusal === 'quota-documents' ? quota.documents : quota.megabytes
  throw new UploadRefused(refusal, fill(uploadRefusals[refusal], { limit }))
}

export const asUploaded = (row: DocumentRow, isNew: boolean): UploadedFile => ({
  name: row.name,
  outcome: isNew ? 'accepted' : 'duplicate',
  document: asDocument(row),
})
