/** Rules about documents, as pure functions. Row-level security enforces ownership independently. */
import { type DocumentFailureCode, documentFailures } from '@exempta/contract/documents'
import type { UploadRefusal } from '@exempta/contract/documents/files'
import type { PersonActor } from '../../platform/call.ts'
import { limits } from './limits.ts'
import type { DocumentRow } from './queries/documents.ts'

export const isOwner = (person: PersonActor, document: Pick<DocumentRow, 'owner_id'> | undefined): boolean =>
  document?.owner_id === person.id

/** Only for failures that a retry can fix, while the original still exists. */
export const canRetry = ({
  status,
  failure,
  has_original,
}: Pick<DocumentRow, 'status' | 'failure' | 'has_original'>): boolean =>
  status === 'failed' &&
  has_original &&
  (documentFailures[failure as DocumentFailureCode] ?? documentFailures['not-processed']).canRetry

/** The limits per person, as set by the administrator. */
export interface Quota {
  documents: number
  megabytes: number
}

/** Returns why the person cannot add a document of this size, or undefined if they can. */
export function quotaRefusal(
  { kept, keptBytes, waiting }: { kept: number; keptBytes: number; waiting: number },
  sizeBytes: number,
  quota: Quota,
): UploadRefusal | undefined {
  if (kept >= quota.documents) return 'quota-documents'
  if (keptBytes + sizeBytes > quota.megabytes * 1024 ** 2) return 'quota-bytes'
  return waiting >= limits.documentsWaiting ? 'quota-waiting' : undefined
}
