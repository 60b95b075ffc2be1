import { type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { fillsOf } from './queries/fills.ts'
import { remindersOf } from './queries/reminders.ts'
import { renewalsOf } from './queries/renewals.ts'

/** Reminders that the person got, certificates that they renewed with the businesses that they agreed to, and those filled in here. */
export const walletData: DataContributor = async function* ({ database }, person) {
  yield {
    path: 'certificate-reminders.json',
    rows: readInBatches<Awaited<ReturnType<typeof remindersOf>>[number]>((last, limit) =>
      database.transact(person, (tx) => remindersOf(tx, person.id, last, limit), { readOnly: true }),
    ),
  }
  yield {
    path: 'certificate-renewals.json',
    rows: readInBatches<Awaited<ReturnType<typeof renewalsOf>>[number]>((last, limit) =>
      database.transact(person, (tx) => renewalsOf(tx, person.id, last?.id, limit), { readOnly: true }),
    ),
  }
  yield {
    path: 'filled-certificates.json',
    rows: readInBatches<Awaited<ReturnType<typeof fillsOf>>[number]>((last, limit) =>
      database.transact(person, (tx) => fillsOf(tx, person.id, last?.documentId, limit), { readOnly: true }),
    ),
  }
}
