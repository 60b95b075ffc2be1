import type { Feature } from '../../platform/feature.ts'
import { type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { reliedOnEmail } from './emails.ts'
import { coverageJobHandlers } from './jobs.ts'
import { keptAfterErasure } from './kept-copies.ts'
import { acceptedBy, acceptedOf } from './queries/acceptances.ts'
import { listOwnCopies, type OwnCopy } from './queries/kept-copies.ts'
import { reliedOn, savedBy } from './queries/receipts.ts'
import { coverageRoutes } from './routes.ts'

/**
 * The sales that relied on the person's certificates, what businesses accepted and keep of them, and the receipts that the
 * person saved and the certificates they accepted for a business.
 */
export const coverageData: DataContributor = async function* ({ database }, person) {
  yield person.role === 'business'
    ? {
        path: 'coverage-receipts.json',
        rows: readInBatches<Awaited<ReturnType<typeof savedBy>>[number]>((last, limit) =>
          database.transact(person, (tx) => savedBy(tx, person.id, last?.id, limit), { readOnly: true }),
        ),
      }
    : {
        path: 'sales-with-my-certificates.json',
        rows: readInBatches<Awaited<ReturnType<typeof reliedOn>>[number]>((last, limit) =>
          database.transact(person, (tx) => reliedOn(tx, last?.id, limit), { readOnly: true }),
        ),
      }
  if (person.role === 'business')
    yield {
      path: 'accepted-certificates.json',
      rows: readInBatches<Awaited<ReturnType<typeof acceptedBy>>[number]>((last, limit) =>
        database.transact(person, (tx) => acceptedBy(tx, person.id, last?.id, limit), { readOnly: true }),
      ),
    }
  if (person.role !== 'user') return
  yield {
    path: 'my-accepted-certificates.json',
    rows: readInBatches<Awaited<ReturnType<typeof acceptedOf>>[number]>((last, limit) =>
      database.transact(person, (tx) => acceptedOf(tx, person.id, last?.id, limit), { readOnly: true }),
    ),
  }
  yield {
    path: 'copies-that-businesses-keep.json',
    rows: readInBatches<OwnCopy>((last, limit) =>
      database.transact(person, (tx) => listOwnCopies(tx, person.id, last?.id, limit), { readOnly: true }),
    ),
  }
}

/** Whether a purchase is covered: at the counter, in a list, and for a business's own systems. */
export const coverage: Feature = {
  name: 'coverage',
  routes: coverageRoutes,
  jobs: coverageJobHandlers,
  emails: [reliedOnEmail],
  // Goes with the account by foreign keys; receipts and kept copies then name nobody.
  personalData: { contributors: [coverageData], erasers: [], remains: [keptAfterErasure] },
  topics: ['coverage'],
  hooks: () => ({}),
  links: [],
}
