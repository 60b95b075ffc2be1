import { systemActor } from '../../platform/db/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import { type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { closeAccount } from '../privacy/index.ts'
import { advanceImportJob } from './advance-job.ts'
import { archiveJobHandlers } from './jobs.ts'
import { findFileOf } from './queries/files.ts'
import { findArchive, importsOf } from './queries/imports.ts'
import { archiveRoutes } from './routes.ts'

/** Imports that the person started. What they brought belongs to the business. */
const archiveData: DataContributor = async function* ({ database }, person) {
  yield {
    path: 'certificate-imports.json',
    rows: readInBatches<{ id: string }>((last, limit) =>
      database.transact(systemActor, (tx) => importsOf(tx, person.id, last?.id, limit), { readOnly: true }),
    ),
  }
}

/** A business brings the certificates it already has (0350). */
export const archive: Feature = {
  name: 'archive',
  routes: archiveRoutes,
  jobs: archiveJobHandlers,
  emails: [],
  // Imports stay with the business when the person who started them leaves, without their name.
  personalData: { contributors: [archiveData], erasers: [] },
  topics: ['archive'],
  hooks: (services) => ({
    documentSettled: async (tx, { documentId }) => {
      const file = await findFileOf(tx, documentId)
      if (file) await services.jobs.enqueue(tx, advanceImportJob, { importId: file.import_id })
    },
    businessRemoved: async (tx, { call, business }) => {
      const archive = await findArchive(tx, business.id)
      for (const id of [archive?.owner_id, archive?.email_owner_id]) {
        if (id) await closeAccount(services, tx, call, id)
      }
    },
  }),
  links: [],
}
