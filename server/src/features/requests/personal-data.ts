import { systemActor } from '../../platform/db/actor.ts'
import { type AccountEraser, type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { forgetRequestsTo, requestsTo } from './queries/requests.ts'
import { uploadsOf } from './queries/uploads.ts'

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

export const eraseRequests: AccountEraser = ({ clock, database }, personId) =>
  database.transact(systemActor, (tx) => forgetRequestsTo(tx, personId, clock.now()))
