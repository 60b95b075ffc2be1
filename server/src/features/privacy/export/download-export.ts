import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import type { FileAnswer } from '../../../platform/http/send-file.ts'
import type { Services } from '../../../platform/services.ts'
import { findOwnExport } from '../queries/data-exports.ts'
import { exportFile } from './export-file.ts'

/** Another person's export and one that is not ready are simply not there. */
export async function downloadDataExport(
  services: Services,
  call: Call,
  exportId: string,
): Promise<FileAnswer<'application/zip'>> {
  const person = personOf(call)
  const at = services.clock.now()
  const row = await services.database.transact(
    person,
    async (tx) => {
      const found = await findOwnExport(tx, person.id, exportId)
      if (found?.status !== 'ready' || !found.expires_at) throw new AppError('not-found')
      if (found.expires_at <= at) throw new AppError('gone')
      return found
    },
    { readOnly: true },
  )
  const { sizeBytes, stream } = await services.files.get(exportFile(exportId))
  const day = row.requested_at.toISOString().slice(0, 10)
  const entry = {
    at,
    action: 'data-export.download',
    target: { kind: 'data-export', id: exportId },
  } as const
  return {
    name: `exempta-data-${day}.zip`,
    contentType: 'application/zip',
    sizeBytes,
    content: stream,
    recordOpening: () => services.database.transact(person, (tx) => recordAudit(tx, call, entry)),
  }
}
