import type { BusinessStatus, MemberRole, MemberStatus } from '@exempta/contract/businesses'
import type { DocumentType } from '@exempta/contract/documents'
import type { businessTypes } from '@exempta/contract/limits'
import type { ReviewState } from '@exempta/contract/review'
import type { Generated } from 'kysely'
import type { FixedColumn } from './columns.ts'

export interface BusinessesTable {
  id: Generated<string>
  name: string
  email: string
  status: Generated<BusinessStatus>
  verified: Generated<boolean>
  business_type: (typeof businessTypes)[number] | null
  tax_id: string | null
  phone: string | null
  website: string | null
  address: string | null
  documents_received: Generated<number>
  user_count: Generated<number>
  date_registered: Date
  created_at: Date
  updated_at: Date
  profile_version: Generated<number>
  summarized_until: Generated<Date | null>
  documents_mailed_until: Generated<Date | null>
}

export interface BusinessUsersTable {
  id: Generated<string>
  business_id: string
  user_id: string
  role: MemberRole
  status: Generated<MemberStatus>
  date_added: Date
  last_active: Date | null
  created_at: Date
  updated_at: Date
  mails_new_documents: Generated<boolean>
  mails_document_updates: Generated<boolean>
  mails_weekly_summary: Generated<boolean>
  version: Generated<number>
}

/** A view: the members of the actor's own business. */
export interface TeamMembersView {
  id: FixedColumn<string>
  business_id: FixedColumn<string>
  user_id: FixedColumn<string>
  name: FixedColumn<string>
  email: FixedColumn<string>
  role: FixedColumn<MemberRole>
  status: FixedColumn<MemberStatus>
  date_added: FixedColumn<Date>
  last_active: FixedColumn<Date | null>
}

/** A view: what the actor's own business can open. */
export interface ReceivedSharesView {
  id: FixedColumn<string>
  business_id: FixedColumn<string>
  document_id: FixedColumn<string>
  status: FixedColumn<ReviewState>
  shared_at: FixedColumn<Date>
  reviewed_at: FixedColumn<Date | null>
  reviewed_by: FixedColumn<string | null>
  reject_reason: FixedColumn<string | null>
  document_name: FixedColumn<string>
  document_type: FixedColumn<DocumentType>
  owner_name: FixedColumn<string>
  reviewing_key: FixedColumn<string | null>
}

export interface BusinessInvitationsTable {
  id: Generated<string>
  business_id: string
  email: string
  account_id: Generated<string | null>
  role: MemberRole
  invited_by: string | null
  invited_at: Date
  expires_at: Date
}

export interface BusinessesSchema {
  businesses: BusinessesTable
  business_users: BusinessUsersTable
  business_invitations: BusinessInvitationsTable
  team_members: TeamMembersView
  received_shares: ReceivedSharesView
}
