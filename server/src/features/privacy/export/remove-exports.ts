import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { deleteExport, listExportsOf } from '../queries/data-exports.ts'
import { exportFile } from './export-file.ts'

/** Deletes exports with their files, which are shredded by the loss of their keys. */
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
  // In this order: it waits for a job that is just publishing the file.
  await deleteExport(tx, exportId)
  await files.destroy(tx, { documentId: exportFile(exportId).documentId })
}
