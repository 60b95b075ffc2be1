import type { Share, ShareReceiver } from '@exempta/contract/shares'
import { stateOf } from './policy.ts'
import type { ListedShare } from './queries/list.ts'

/** The share as its owner sees it. */
export const asShare = (row: ListedShare, now: Date): Share => ({
  id: row.id,
  document: {
    id: row.document_id,
    name: row.document_name,
    type: row.document_type,
    version: row.document_version,
  },
  receiver: receiverOf(row),
  state: stateOf(row, now),
  message: row.message,
  sharedAt: row.shared_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  canDownload: row.can_download,
  hasWatermark: row.has_watermark,
  tellsFirstView: row.tells_first_view,
  firstViewedAt: row.first_viewed_at?.toISOString() ?? null,
  lastViewedAt: row.last_viewed_at?.toISOString() ?? null,
  viewCount: row.view_count,
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
  rejectReason: row.reject_reason,
})

const receiverOf = (row: ListedShare): ShareReceiver =>
  row.business_id === null
    ? { kind: 'email', address: row.email ?? '' }
    : {
        kind: 'business',
        id: row.business_id,
        name: row.business_name ?? '',
        isVerified: row.business_verified ?? false,
      }
