import type { Feature } from '../../platform/feature.ts'
import { type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { reviewJobHandlers } from './jobs.ts'
import { lookedUpBy, lookedUpOf } from './queries/verifications.ts'
import { receivedRoutes } from './routes.ts'

/** Who looked up the person's numbers, or the look-ups that they recorded for a business. */
const verificationData: DataContributor = async function* ({ database }, person) {
  yield person.role === 'business'
    ? {
        path: 'look-ups.json',
        rows: readInBatches<Awaited<ReturnType<typeof lookedUpBy>>[number]>((last, limit) =>
          database.transact(person, (tx) => lookedUpBy(tx, person.id, last?.id, limit), { readOnly: true }),
        ),
      }
    : {
        path: 'look-ups-of-my-numbers.json',
        rows: readInBatches<Awaited<ReturnType<typeof lookedUpOf>>[number]>((last, limit) =>
          database.transact(person, (tx) => lookedUpOf(tx, last?.id, limit), { readOnly: true }),
        ),
      }
}

export const review: Feature = {
  name: 'review',
  routes: receivedRoutes,
  jobs: reviewJobHandlers,
  emails: [],
  // What names the customer goes with the account by foreign keys, and screenshots by a trigger.
  personalData: { contributors: [verificationData], erasers: [] },
  topics: ['received'],
  hooks: () => ({}),
  links: [],
}
