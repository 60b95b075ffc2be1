import type { Position, ResumeType } from '@exempta/contract/admin/applications'
import type { administeredShareStatuses } from '@exempta/contract/admin/documents'
import type { MemberRole } from '@exempta/contract/businesses'
import type { DocumentStatus } from '@exempta/contract/documents'
import type { Role, UserStatus } from '@exempta/contract/people'

declare module '../../platform/db/schema.ts' {
  interface ColumnValues {
    administered_users: {
      role: Role
      status: UserStatus
      last_login_at: Date | null
      business_id: string | null
      business_name: string | null
      member_role: MemberRole | null
    }
    administered_documents: { status: DocumentStatus; failure: string | null }
    administered_shares: {
      business_id: string | null
      business_name: string | null
      email: string | null
      status: (typeof administeredShareStatuses)[number]
      reviewed_at: Date | null
      reviewer_name: string | null
    }
    job_applications: { position: Position; resume_type: ResumeType }
  }
}
