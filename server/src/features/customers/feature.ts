import { systemActor } from '../../platform/db/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import { type AccountEraser, type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { customerJobHandlers } from './jobs.ts'
import { renewRecord } from './matching.ts'
import { type ContactOf, contactsOf, forgetContacts } from './queries/people.ts'
import { customerRoutes } from './routes.ts'

/** Where businesses have the person's address as that of a customer's contact. */
const customersData: DataContributor = async function* ({ database }, person) {
  yield {
    path: 'customer-contacts.json',
    rows: readInBatches<ContactOf>((last, limit) =>
      // Only businesses read their customers, so the system reads the contacts with the person's own address.
      database.transact(systemActor, (tx) => contactsOf(tx, person.id, last?.id, limit), { readOnly: true }),
    ),
  }
}

const eraseContacts: AccountEraser = ({ clock, database }, personId) =>
  database.transact(systemActor, async (tx) => {
    const now = clock.now()
    for (const { id, business_id } of await forgetContacts(tx, personId, now)) {
      await renewRecord(tx, business_id, id, now)
    }
  })

/** What a business knows about its customers: records, which certificates belong to them, and merging. */
export const customers: Feature = {
  name: 'customers',
  routes: customerRoutes,
  jobs: customerJobHandlers,
  emails: [],
  // Records belong to the business and go with it; those made from a certificate go with the certificate by triggers.
  personalData: { contributors: [customersData], erasers: [eraseContacts] },
  topics: ['customers'],
  hooks: () => ({}),
  links: [],
}
