import * as contract from '@exempta/contract/review'
import * as received from '@exempta/contract/review/received'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { assignReceived } from './assign-received.ts'
import { changeAutomaticReview, getAutomaticReview } from './automatic-review.ts'
import { getReceived, getReceivedChoices, listReceived, listReceivedHistory } from './received.ts'
import { changeRejectReasons, getRejectReasons } from './reject-reasons.ts'
import { rejectReceived, reopenReceived, verifyReceived } from './review-received.ts'

export const receivedRoutes = (services: Services): Implementation[] => [
  implement(contract.listReceived, ({ call, query }) => listReceived(services, call, query)),
  implement(contract.getReceivedChoices, ({ call }) => getReceivedChoices(services, call)),
  implement(received.getReceived, ({ call, params }) => getReceived(services, call, params.id)),
  implement(contract.verifyReceived, async ({ call, body }) => ({
    verified: await verifyReceived(services, call, body.documents),
  })),
  implement(contract.rejectReceived, ({ call, params, body }) =>
    rejectReceived(services, call, { ...params, ...body }),
  ),
  implement(contract.reopenReceived, ({ call, params }) => reopenReceived(services, call, params.id)),
  implement(contract.assignReceived, ({ call, params, body }) =>
    assignReceived(services, call, { ...params, ...body }),
  ),
  implement(contract.getAutomaticReview, ({ call }) => getAutomaticReview(services, call)),
  implement(contract.updateAutomaticReview, ({ call, body }) =>
    changeAutomaticReview(services, call, body.isOn),
  ),
  implement(contract.getRejectReasons, ({ call }) => getRejectReasons(services, call)),
  implement(contract.updateRejectReasons, ({ call, body }) =>
    changeRejectReasons(services, call, body.reasons),
  ),
  implement(contract.listReceivedHistory, ({ call, params, query }) =>
    listReceivedHistory(services, call, { ...query, ...params }),
  ),
]
