/** What happens to a file that has arrived: it's unpacked, or it waits to be read. */
import { z } from 'zod'
import type { Transaction } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Services } from '../../platform/services.ts'
import { advanceImportJob } from './advance-job.ts'
import type { FileRow } from './queries/files.ts'

export const unpackFileJob = defineJob({
  name: 'unpack-archive-file',
  payload: z.object({ fileId: z.uuid() }),
  retry: { limit: 3000, delaySeconds: 1, maxDelaySeconds: 30 },
  expireSeconds: 3600,
})

/** Its name decides, because files of Word and Excel are ZIP files, too. */
export const isZip = ({ path }: Pick<FileRow, 'path'>): boolean => /\.zip$/i.test(path)

export const wholeStatus = (file: Pick<FileRow, 'path'>) => (isZip(file) ? 'unpacking' : 'waiting')

/** Call in the transaction that stores its last piece. */
export async function goOnWith(
  jobs: Services['jobs'],
  tx: Transaction,
  file: Pick<FileRow, 'id' | 'path' | 'import_id'>,
): Promise<void> {
  if (isZip(file)) await jobs.enqueue(tx, unpackFileJob, { fileId: file.id })
  else await jobs.enqueue(tx, advanceImportJob, { importId: file.import_id })
}
