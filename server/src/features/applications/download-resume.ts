import type { ResumeType } from '@exempta/contract/applications'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { FileAnswer } from '../../platform/http/send-file.ts'
import type { Services } from '../../platform/services.ts'
import { findApplication } from './queries.ts'
import { resumeFile } from './resume-file.ts'

/** Always to be saved, never shown: the file is as a stranger sent it. */
export async function downloadResume(
  { clock, database, files }: Services,
  call: Call,
  id: string,
): Promise<FileAnswer<ResumeType>> {
  const person = personOf(call)
  const row = await database.transact(person, (tx) => findApplication(tx, id), { readOnly: true })
  if (!row) throw new AppError('not-found')
  const { sizeBytes, stream } = await files.get(resumeFile(id))
  const entry = {
    at: clock.now(),
    action: 'application.download',
    target: { kind: 'application', id },
  } as const
  return {
    name: row.resume_name,
    contentType: row.resume_type,
    sizeBytes,
    content: stream,
    recordOpening: () => database.transact(person, (tx) => recordAudit(tx, call, entry)),
  }
}
