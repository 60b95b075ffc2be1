import type { CoverageReason } from '@exempta/contract/coverage'
import type { Facts } from '@exempta/knowledge/facts'

declare module '../../platform/db/schema.ts' {
  interface ColumnValues {
    coverage_checks: { reasons: CoverageReason[]; kind: Facts['kind'] }
    coverage_check_subjects: { facts: Facts }
    coverage_facts: {
      status: 'pending' | 'verified' | 'rejected' | 'revoked'
      revoked_at: Date | null
      form: string | null
      reason: string | null
      seller: string | null
      is_blanket: boolean | null
      signed_on: string | null
      expires_on: string | null
      /** `verifiedOn`: the last day on which the business looked the number up and found it active. */
      states: { state: string; number: string | null; verifiedOn: string | null }[]
    }
  }
}
