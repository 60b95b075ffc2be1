import { systemActor } from '../../platform/db/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import { type AccountEraser, type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { takeEmailedAnswer } from '../requests/index.ts'
import { attachmentsRefusedEmail } from './emails.ts'
import { inboundJobHandlers } from './jobs.ts'
import { emailsOf, findEmailOfImport, forgetEmailsOf } from './queries.ts'
import { inboundRoutes } from './routes.ts'

/** Emails from the person's confirmed address. The certificates among them belong to the business. */
const emailsData: DataContributor = async function* ({ database }, person) {
  yield {
    path: 'emails-to-businesses.json',
    rows: readInBatches<{ id: string }>((last, limit) =>
      database.transact(systemActor, (tx) => emailsOf(tx, person.id, last?.id, limit), { readOnly: true }),
    ),
  }
}

const eraseEmails: AccountEraser = ({ database }, personId) =>
  database.transact(systemActor, (tx) => forgetEmailsOf(tx, personId))

/** Customers answer by email (0390). */
export const inbound: Feature = {
  name: 'inbound',
  routes: inboundRoutes,
  jobs: inboundJobHandlers,
  emails: [attachmentsRefusedEmail],
  personalData: { contributors: [emailsData], erasers: [eraseEmails] },
  topics: ['emails'],
  hooks: (services) => ({
    certificateAdded: async (tx, { importId, shareId }) => {
      const email = await findEmailOfImport(tx, importId)
      if (email?.request_id) await takeEmailedAnswer(services, tx, { requestId: email.request_id, shareId })
    },
  }),
  links: [],
}
