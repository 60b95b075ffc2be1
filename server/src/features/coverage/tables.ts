import type { CoverageReason } from '@exempta/contract/coverage'
import type { Facts } from '@exempta/knowledge/facts'

declare module '../../platform/db/schema.ts' {
  interface ColumnValues {
    coverage_checks: { reasons: CoverageReason[]; kind: Facts['kind'] }
    coverage_check_subjects: { facts: Facts }
  }
}
