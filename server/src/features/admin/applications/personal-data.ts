import { systemCall } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { AccountEraser, DataContributor } from '../../../platform/personal-data.ts'
import type { Services } from '../../../platform/services.ts'
import { asApplication, resumeFile, shredApplication } from './applications.ts'
import { listApplicationsOf } from './queries.ts'

const applicationsOf = ({ database }: Services, personId: string) =>
  database.transact(systemActor, (tx) => listApplicationsOf(tx, personId), { readOnly: true })

/** Job applications from an address the person has confirmed, each with its résumé. */
export const applicationData: DataContributor = async function* (services, person) {
  const rows = await applicationsOf(services, person.id)
  if (rows.length === 0) return
  yield { path: 'job-applications.json', value: rows.map(asApplication) }
  for (const row of rows) {
    yield {
      path: `job-applications/${row.id}-${row.resume_name}`,
      open: async () => (await services.files.get(resumeFile(row.id))).stream,
    }
  }
}

export const eraseApplications: AccountEraser = async (services, personId) => {
  for (const { id } of await applicationsOf(services, personId))
    await shredApplication(services, systemCall, id, 'application.remove')
}
