import type { BusinessStatus, MemberRole, MemberStatus } from '@exempta/contract/businesses'
import type { DocumentStatus } from '@exempta/contract/documents'
import type { businessTypes } from '@exempta/contract/limits'
import type { Role, UserStatus } from '@exempta/contract/people'
import type { FixedColumn } from './columns.ts'

/** A view, like the others here: rows for administrators only. */
export interface AdministeredUsersView {
  id: FixedColumn<string>
  name: FixedColumn<string>
  email: FixedColumn<string>
  role: FixedColumn<Role>
  status: FixedColumn<UserStatus>
  created_at: FixedColumn<Date>
  last_login_at: FixedColumn<Date | null>
  version: FixedColumn<number>
  business_id: FixedColumn<string | null>
  business_name: FixedColumn<string | null>
  member_role: FixedColumn<MemberRole | null>
}

export interface AdministeredBusinessesView {
  id: FixedColumn<string>
  name: FixedColumn<string>
  email: FixedColumn<string>
  phone: FixedColumn<string | null>
  website: FixedColumn<string | null>
  address: FixedColumn<string | null>
  tax_id: FixedColumn<string | null>
  business_type: FixedColumn<(typeof businessTypes)[number] | null>
  status: FixedColumn<BusinessStatus>
  verified: FixedColumn<boolean>
  user_count: FixedColumn<number>
  documents_received: FixedColumn<number>
  date_registered: FixedColumn<Date>
  profile_version: FixedColumn<number>
}

export interface AdministeredMembersView {
  id: FixedColumn<string>
  business_id: FixedColumn<string>
  user_id: FixedColumn<string>
  name: FixedColumn<string>
  email: FixedColumn<string>
  role: FixedColumn<MemberRole>
  status: FixedColumn<MemberStatus>
  account_status: FixedColumn<UserStatus>
  date_added: FixedColumn<Date>
  last_active: FixedColumn<Date | null>
  version: FixedColumn<number>
}

export interface AdministeredDocumentsView {
  id: FixedColumn<string>
  name: FixedColumn<string>
  status: FixedColumn<DocumentStatus>
  created_at: FixedColumn<Date>
}

export interface AdministrationSchema {
  administered_users: AdministeredUsersView
  administered_businesses: AdministeredBusinessesView
  administered_members: AdministeredMembersView
  administered_documents: AdministeredDocumentsView
}
