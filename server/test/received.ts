import { randomUUID } from 'node:crypto'
import type { DocumentType } from '@exempta/contract/documents'
import type { ReviewState } from '@exempta/contract/review'
import type { TestApp } from './app.ts'

export interface TestReceived {
  name?: string
  type?: DocumentType
  status?: ReviewState | 'revoked'
  sharedAt?: Date
  reviewedAt?: Date
  reviewedBy?: string
}

/** Documents that a business received, as rows: for tests of what is made of many. */
export async function receive(
  test: TestApp,
  { ownerId, businessId }: { ownerId: string; businessId: string },
  received: readonly TestReceived[],
): Promise<void> {
  const now = test.clock.now()
  for (const { name = 'form.pdf', type = 'application/pdf', status = 'pending', ...share } of received) {
    const sharedAt = share.sharedAt ?? now
    const isReviewed = status === 'verified' || status === 'rejected'
    const { rows } = await test.database.executeAsOwner(
      `insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original,
         page_count, version, created_at, updated_at, processed_at)
       values ($1, $2, $3, $4, 'processed', 1, sha256(''), false, 1, 1, $5, $5, $5) returning id`,
      [randomUUID(), ownerId, name, type, sharedAt],
    )
    await test.database.executeAsOwner(
      `insert into document_shares (id, document_id, owner_id, business_id, status, can_download, has_watermark,
         tells_first_view, shared_at, created_at, updated_at, revoked_at, reviewed_at, reviewed_by, reject_reason)
       values ($1, $2, $3, $4, $5, true, false, false, $6, $6, $6, $7, $8, $9, $10)`,
      [
        randomUUID(),
        (rows[0] as { id: string }).id,
        ownerId,
        businessId,
        status,
        sharedAt,
        status === 'revoked' ? now : null,
        isReviewed ? (share.reviewedAt ?? now) : null,
        isReviewed ? (share.reviewedBy ?? null) : null,
        status === 'rejected' ? '=blurred' : null,
      ],
    )
  }
}
