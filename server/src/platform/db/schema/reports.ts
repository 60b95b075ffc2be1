import type { ReportTemplate, Schedule } from '@exempta/contract/reports'
import type { ReportType } from '@exempta/contract/reports/catalog'
import type { Generated } from 'kysely'
import type { FixedColumn, JsonColumn } from './columns.ts'

export interface ReportTemplatesTable {
  id: FixedColumn<string>
  name: string
  description: string
  type: ReportType
  settings: JsonColumn<ReportTemplate['settings']>
  version: Generated<number>
  created_at: FixedColumn<Date>
  updated_at: Date
}

export interface ReportSchedulesTable {
  template_id: FixedColumn<string>
  user_id: FixedColumn<string>
  every: Schedule
  next_at: Date
  created_at: FixedColumn<Date>
}

/** The views of reports are not here: only the compiler of reports names them. */
export interface ReportsSchema {
  report_templates: ReportTemplatesTable
  report_schedules: ReportSchedulesTable
}
