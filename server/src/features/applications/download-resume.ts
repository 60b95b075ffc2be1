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
  const row = await database.transact(personOf(call), async (tx) => {
    const found = await findApplication(tx, id)
    if (!found) throw new AppError('not-found')
    await recordAudit(tx, call, {
      at: clock.now(),
      action: 'application.download',
      target: { kind: 'application', id },
    })
    return found
  })
  const { sizeBytes, stream } = await files.get(resumeFile(id))
  return { name: row.resume_name, contentType: row.resume_type, sizeBytes, content: stream }
}
