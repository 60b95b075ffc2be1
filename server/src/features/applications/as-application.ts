import type { JobApplication } from '@exempta/contract/applications'
import type { ApplicationRow } from './queries.ts'

export const asApplication = (row: ApplicationRow): JobApplication & { coverLetter: string } => ({
  id: row.id,
  position: row.position,
  name: row.name,
  email: row.email,
  phone: row.phone,
  state: row.state,
  submittedAt: row.submitted_at.toISOString(),
  resume: { name: row.resume_name, type: row.resume_type, sizeBytes: row.resume_bytes },
  coverLetter: row.cover_letter,
})
