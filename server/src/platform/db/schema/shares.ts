import type { BusinessStatus } from '@exempta/contract/businesses'
import type { ShareAct, ShareEvent, ShareState } from '@exempta/contract/sharing'
import type { Generated } from 'kysely'
import type { FixedColumn } from './columns.ts'

/** A view: what anybody signed in may know of a business. */
export interface BusinessNamesView {
  id: FixedColumn<string>
  name: FixedColumn<string>
  verified: FixedColumn<boolean>
  status: FixedColumn<BusinessStatus>
}

export interface DocumentSharesTable {
  id: FixedColumn<string>
  document_id: FixedColumn<string>
  owner_id: FixedColumn<string>
  business_id: FixedColumn<string | null>
  email: FixedColumn<string | null>
  /** The account that the address belongs to; set by the database, as in the other tables. */
  account_id: Generated<string | null>
  link_id: string | null
  status: Exclude<ShareState, 'expired'>
  message: string | null
  expires_at: Date | null
  can_download: boolean
  has_watermark: boolean
  tells_first_view: boolean
  shared_at: Date
  created_at: FixedColumn<Date>
  updated_at: Date
  revoked_at: Date | null
  reviewed_at: Date | null
  reviewed_by: string | null
  reviewed_by_key: string | null
  reject_reason: string | null
  first_viewed_at: Date | null
  last_viewed_at: Date | null
  view_count: Generated<number>
  end_told_at: Date | null
  end_noted_at: Date | null
}

export interface ShareEventsTable {
  id: FixedColumn<string>
  share_id: FixedColumn<string>
  act: FixedColumn<ShareAct>
  at: FixedColumn<Date>
  by_kind: FixedColumn<ShareEvent['by']>
  person_id: FixedColumn<string | null>
  key_id: FixedColumn<string | null>
  reason: FixedColumn<string | null>
}

export interface MailShareLinksTable {
  id: FixedColumn<string>
  token_hash: FixedColumn<Buffer>
  owner_id: FixedColumn<string>
  email: FixedColumn<string>
  created_at: FixedColumn<Date>
  expires_at: Date
}

export interface MailShareCodesTable {
  link_id: FixedColumn<string>
  code_hash: Buffer
  attempts: Generated<number>
  sent_count: Generated<number>
  first_sent_at: Date
  sent_at: Date
  expires_at: Date
}

export interface MailShareViewersTable {
  id: FixedColumn<string>
  token_hash: FixedColumn<Buffer>
  link_id: FixedColumn<string>
  created_at: FixedColumn<Date>
  last_seen_at: Date
  expires_at: Date
}

/** What a viewer has opened. */
export interface MailShareOpeningsTable {
  viewer_id: FixedColumn<string>
  share_id: FixedColumn<string>
}

export interface SharesSchema {
  business_names: BusinessNamesView
  document_shares: DocumentSharesTable
  share_events: ShareEventsTable
  mail_share_links: MailShareLinksTable
  mail_share_codes: MailShareCodesTable
  mail_share_viewers: MailShareViewersTable
  mail_share_openings: MailShareOpeningsTable
}
