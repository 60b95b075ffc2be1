/** What may be done with a document. Pure functions; row-level security guards ownership once more by itself. */
import { type DocumentFailureCode, documentFailures } from '@exempta/contract/documents'
import type { UploadRefusal } from '@exempta/contract/documents/files'
import { limits } from '@exempta/contract/limits'
import type { PersonActor } from '../../platform/call.ts'
import type { DocumentRow } from './queries/documents.ts'

export const isOwner = (person: PersonActor, document: Pick<DocumentRow, 'owner_id'> | undefined): boolean =>
  document?.owner_id === person.id

/** Only where another try can help, and while there is an original to try with. */
export const canRetry = ({ status, failure, has_original }: DocumentRow): boolean =>
  status === 'failed' &&
  has_original &&
  (documentFailures[failure as DocumentFailureCode] ?? documentFailures['not-processed']).canRetry

/** What one person can keep, as the administrator has set it. */
export interface Quota {
  documents: number
  megabytes: number
}

/** Why the person cannot have one more document of this size, if so. */
export function quotaRefusal(
  { kept, keptBytes, waiting }: { kept: number; keptBytes: number; waiting: number },
  sizeBytes: number,
  quota: Quota,
): UploadRefusal | undefined {
  if (kept >= quota.documents) return 'quota-documents'
  if (keptBytes + sizeBytes > quota.megabytes * 1024 ** 2) return 'quota-bytes'
  return waiting >= limits.documentsWaiting ? 'quota-waiting' : undefined
}
