import type { DataExport } from '@exempta/contract/privacy'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import type { Services } from '../../../platform/services.ts'
import { type ExportRow, findNewestExport, insertExport } from '../queries/data-exports.ts'
import { prepareExportJob } from './prepare-export-job.ts'

export async function getDataExport(services: Services, call: Call): Promise<DataExport | null> {
  const person = personOf(call)
  const row = await services.database.transact(person, (tx) => findNewestExport(tx, person.id), {
    readOnly: true,
  })
  const isOver = row?.expires_at && row.expires_at <= services.clock.now()
  return row && !isOver ? asDataExport(row) : null
}

/** One at a time: whoever asks again while it is prepared gets the same one. */
export function requestDataExport(services: Services, call: Call): Promise<DataExport> {
  const person = personOf(call)
  const at = services.clock.now()
  return services.database.transact(person, async (tx) => {
    const row = await insertExport(tx, person.id, at)
    if (!row) {
      const waiting = await findNewestExport(tx, person.id)
      if (!waiting) throw new AppError('conflict')
      return asDataExport(waiting)
    }
    await services.jobs.enqueue(tx, prepareExportJob, { exportId: row.id }, { fairnessKey: person.id })
    await recordAudit(tx, call, {
      at,
      action: 'data-export.request',
      target: { kind: 'data-export', id: row.id },
    })
    return asDataExport(row)
  })
}

const asDataExport = ({ id, status, requested_at, expires_at }: ExportRow): DataExport => ({
  id,
  status,
  requestedAt: requested_at.toISOString(),
  expiresAt: expires_at?.toISOString() ?? null,
})
