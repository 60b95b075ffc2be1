import type { DataContributor } from '../../platform/personal-data.ts'
import { listOwnSchedules } from './queries/templates.ts'

export const reportData: DataContributor = async function* ({ database }, person) {
  if (person.role !== 'admin') return
  const schedules = await database.transact(person, (tx) => listOwnSchedules(tx, person.id), {
    readOnly: true,
  })
  yield { path: 'report-schedules.json', value: schedules }
}
