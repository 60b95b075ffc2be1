import type { DataExport } from '@exempta/contract/privacy'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { FileIdentity } from '../../platform/crypto/wrap-key.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { FileAnswer, RecordOpening } from '../../platform/http/send-file.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Services } from '../../platform/services.ts'
import {
  deleteExport,
  type ExportRow,
  findNewestExport,
  findOwnExport,
  insertExport,
  listExportsOf,
} from './queries.ts'

/** Where the ZIP file of an export is stored. */
export const exportFile = (exportId: string): FileIdentity => ({
  documentId: exportId,
  rendition: 'data-export',
  version: 1,
})

export const prepareExportJob = defineJob({
  name: 'prepare-data-export',
  payload: z.object({ exportId: z.uuid() }),
  // Shorter than the lifetime of a file draft, after which the file could not be published.
  expireSeconds: 3000,
})

export async function getDataExport(services: Services, call: Call): Promise<DataExport | null> {
  const person = personOf(call)
  const row = await services.database.transact(person, (tx) => findNewestExport(tx, person.id), {
    readOnly: true,
  })
  const isOver = row?.expires_at && row.expires_at <= services.clock.latest()
  return row && !isOver ? asDataExport(row) : null
}

/** Only one export is prepared at a time; a repeated request returns the same one. */
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

/** Another person's export and an unfinished one are both `not-found`. */
export async function downloadDataExport(
  services: Services,
  call: Call,
  exportId: string,
): Promise<FileAnswer<'application/zip', RecordOpening>> {
  const person = personOf(call)
  const at = services.clock.now()
  const row = await services.database.transact(
    person,
    async (tx) => {
      const found = await findOwnExport(tx, person.id, exportId)
      if (found?.status !== 'ready' || !found.expires_at) throw new AppError('not-found')
      if (found.expires_at <= services.clock.latest()) throw new AppError('gone')
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

/** Deletes exports and shreds their files by destroying the keys. */
export async function removeExports(
  services: Pick<Services, 'files'>,
  tx: Transaction,
  personId: string,
  { except }: { except?: string } = {},
): Promise<void> {
  for (const id of await listExportsOf(tx, personId)) {
    if (id !== except) await removeExport(services, tx, id)
  }
}

export async function removeExport(
  { files }: Pick<Services, 'files'>,
  tx: Transaction,
  exportId: string,
): Promise<void> {
  // Deleting the row first waits for a job that is about to publish the file.
  await deleteExport(tx, exportId)
  await files.destroy(tx, { documentId: exportFile(exportId).documentId })
}
