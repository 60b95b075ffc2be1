import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { AccountEraser, DataContributor } from '../../platform/personal-data.ts'
import type { Services } from '../../platform/services.ts'
import { eraseAccount } from './erasure/erase-account.ts'
import { eraseAccountJob } from './erasure/erase-account-job.ts'
import { resumeErasures } from './erasure/resume-erasures.ts'
import { prepareExport } from './export/prepare-export.ts'
import { prepareExportJob } from './export/prepare-export-job.ts'
import { sweepExports } from './export/sweep-exports.ts'

const sweepPrivacyJob = defineJob({
  name: 'sweep-privacy',
  payload: z.object({}),
  singleton: 'both',
  cron: '23 * * * *',
})

/** What the features hold about a person: handed in by whoever knows them all. */
export interface PersonalData {
  contributors: readonly DataContributor[]
  erasers: readonly AccountEraser[]
}

export const privacyJobHandlers = (
  services: Services,
  { contributors, erasers }: PersonalData,
): JobHandler[] => [
  handle(prepareExportJob, ({ exportId }, job) => prepareExport(services, contributors, exportId, job)),
  handle(eraseAccountJob, ({ personId }, job) => eraseAccount(services, erasers, personId, job)),
  handle(sweepPrivacyJob, async () => {
    await sweepExports(services)
    await resumeErasures(services)
  }),
]
