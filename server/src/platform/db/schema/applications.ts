import type { ApplicationState, Position, ResumeType } from '@exempta/contract/admin/applications'
import type { Generated } from 'kysely'
import type { FixedColumn } from './columns.ts'

export interface JobApplicationsTable {
  id: FixedColumn<string>
  position: FixedColumn<Position>
  name: FixedColumn<string>
  email: FixedColumn<string>
  account_id: Generated<string | null>
  phone: FixedColumn<string>
  cover_letter: FixedColumn<string>
  state: Generated<ApplicationState>
  resume_name: FixedColumn<string>
  resume_type: FixedColumn<ResumeType>
  resume_bytes: FixedColumn<number>
  submitted_at: FixedColumn<Date>
  updated_at: Date
}

export interface ApplicationsSchema {
  job_applications: JobApplicationsTable
}
