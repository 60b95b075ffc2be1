import type { BusinessStatus, MemberRole, MemberStatus } from '@exempta/contract/businesses'
import type { businessTypes } from '@exempta/contract/limits'
import type { UserStatus } from '@exempta/contract/people'

declare module '../../platform/db/schema.ts' {
  interface ColumnValues {
    administered_businesses: {
      phone: string | null
      website: string | null
      address: string | null
      tax_id: string | null
      business_type: (typeof businessTypes)[number] | null
      status: BusinessStatus
    }
    administered_members: {
      role: MemberRole
      status: MemberStatus
      account_status: UserStatus
      last_active: Date | null
    }
    business_names: { status: BusinessStatus }
    team_members: { role: MemberRole; status: MemberStatus; last_active: Date | null }
  }
}
