import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { advanceImport, sweepImports } from './advance.ts'
import { advanceImportJob } from './advance-job.ts'
import { unpackFile } from './expand-zip.ts'
import { splitStack, splitStackJob } from './split-stack.ts'
import { unpackFileJob } from './whole-file.ts'

const sweepImportsJob = defineJob({
  name: 'sweep-archive-imports',
  payload: z.object({}),
  singleton: 'both',
  cron: '*/10 * * * *',
})

export const archiveJobHandlers = (services: Services): JobHandler[] => [
  handle(unpackFileJob, ({ fileId }, { signal }) => unpackFile(services, fileId, signal)),
  handle(splitStackJob, ({ fileId }, { signal }) => splitStack(services, fileId, signal)),
  handle(advanceImportJob, ({ importId }, { signal }) => advanceImport(services, importId, signal)),
  handle(sweepImportsJob, () => sweepImports(services)),
]
