import type { Feature } from '../../platform/feature.ts'
import type { DataContributor } from '../../platform/personal-data.ts'
import { scheduledReportEmail } from './emails.ts'
import { reportJobHandlers } from './jobs.ts'
import { listOwnSchedules } from './queries/templates.ts'
import { reportRoutes } from './routes.ts'

const reportData: DataContributor = async function* ({ database }, person) {
  if (person.role !== 'admin') return
  const schedules = await database.transact(person, (tx) => listOwnSchedules(tx, person.id), {
    readOnly: true,
  })
  yield { path: 'report-schedules.json', value: schedules }
}

export const reports: Feature = {
  name: 'reports',
  routes: reportRoutes,
  jobs: reportJobHandlers,
  emails: [scheduledReportEmail],
  personalData: { contributors: [reportData], erasers: [] },
  topics: ['reports'],
  hooks: () => ({}),
  links: [],
}
