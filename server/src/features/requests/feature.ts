import { systemActor } from '../../platform/db/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import { type AccountEraser, type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import type { EnterSession } from '../accounts/index.ts'
import * as emails from './emails.ts'
import { requestJobHandlers } from './jobs.ts'
import { forgetRequestsTo, requestsTo } from './queries/requests.ts'
import { uploadsOf } from './queries/uploads.ts'
import { requestRoutes } from './routes.ts'

/** Who asked the person for a certificate, and what came of it. */
export const requestsData: DataContributor = async function* ({ database }, person) {
  yield {
    path: 'certificate-requests.json',
    rows: readInBatches<{ id: string }>((last, limit) =>
      // Only businesses can read their requests, so the system reads those to the person's own address.
      database.transact(systemActor, (tx) => requestsTo(tx, person.id, last?.id, limit), { readOnly: true }),
    ),
  }
  yield {
    path: 'unfinished-uploads.json',
    rows: readInBatches<{ id: string }>((last, limit) =>
      database.transact(systemActor, (tx) => uploadsOf(tx, person.id, last?.id, limit), { readOnly: true }),
    ),
  }
}

const eraseRequests: AccountEraser = ({ clock, database }, personId) =>
  database.transact(systemActor, (tx) => forgetRequestsTo(tx, personId, clock.now()))

/** A business asks customers for their certificates; they answer without an account. */
export const requests: Feature<{ enter: EnterSession }> = {
  name: 'requests',
  routes: (services, { enter }) => requestRoutes(services, enter),
  jobs: requestJobHandlers,
  emails: [emails.requestCodeEmail, emails.requestEmail],
  personalData: { contributors: [requestsData], erasers: [eraseRequests] },
  topics: ['requests'],
  hooks: () => ({}),
  links: [],
}
