import type { BusinessStatus, MemberRole, MemberStatus } from '@exempta/contract/businesses'
import type { Generated } from 'kysely'

export interface BusinessesTable {
  id: Generated<string>
  name: string
  email: string
  status: Generated<BusinessStatus>
  verified: Generated<boolean>
  business_type: string | null
  tax_id: string | null
  phone: string | null
  website: string | null
  address: string | null
  documents_received: Generated<number>
  user_count: Generated<number>
  date_registered: Date
  created_at: Date
  updated_at: Date
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
}

export interface BusinessInvitationsTable {
  id: Generated<string>
  business_id: string
  email: string
  role: MemberRole
  invited_by: string | null
  invited_at: Date
  expires_at: Date
}

export interface BusinessesSchema {
  businesses: BusinessesTable
  business_users: BusinessUsersTable
  business_invitations: BusinessInvitationsTable
}
