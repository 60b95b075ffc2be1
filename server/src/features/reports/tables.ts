import type { ReportTemplate } from '@exempta/contract/reports'

declare module '../../platform/db/schema.ts' {
  interface ColumnValues {
    report_templates: { settings: ReportTemplate['settings'] }
  }
}
