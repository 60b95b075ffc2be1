import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { advanceImportJob } from './advance-job.ts'
import { openArchive } from './owner.ts'
import { addWholeFiles } from './queries/files.ts'
import { insertImport } from './queries/imports.ts'

/**
 * Reads what was emailed to a business like what it adds by itself. Each file is stored already, as the piece of its id
 * that begins at 0. Needs the rights of the system.
 */
export async function importEmailed(
  services: Services,
  tx: Transaction,
  businessId: string,
  files: readonly { id: string; path: string; sizeBytes: number }[],
): Promise<string> {
  const at = services.clock.now()
  const importId = timeOrderedId(at)
  await openArchive(services, tx, businessId, 'email')
  await insertImport(tx, {
    id: importId,
    business_id: businessId,
    status: 'running',
    origin: 'email',
    created_by: null,
    created_at: at,
    updated_at: at,
  })
  await addWholeFiles(tx, { importId, businessId }, files, at)
  await services.jobs.enqueue(tx, advanceImportJob, { importId })
  return importId
}
