import * as contract from '@exempta/contract/review'
import * as received from '@exempta/contract/review/received'
import * as ledger from '@exempta/contract/review/verifications'
import { memberOf } from '../../platform/call.ts'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { limits } from '../../platform/limits.ts'
import { sourceOf } from '../../platform/network-address.ts'
import type { Services } from '../../platform/services.ts'
import { ArrivingBody, UploadSlots } from '../../platform/upload-slots.ts'
import { requireReviewer } from '../businesses/index.ts'
import { assignReceived } from './assign-received.ts'
import { changeAutomaticReview, getAutomaticReview } from './automatic-review.ts'
import { readVerificationForm, redactProof } from './proofs.ts'
import { getReceived, getReceivedChoices, listReceived, listReceivedHistory } from './received.ts'
import { changeRejectReasons, getRejectReasons } from './reject-reasons.ts'
import { rejectReceived, rejectSeveral, reopenReceived, verifyReceived } from './review-received.ts'
import {
  createVerification,
  listCustomerVerifications,
  listDueVerifications,
  listVerifications,
  openProof,
} from './verifications.ts'

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
  implement(contract.rejectSeveral, async ({ call, body }) => ({
    rejected: await rejectSeveral(services, call, body),
  })),
  implement(contract.reopenReceived, ({ call, params }) => reopenReceived(services, call, params.id)),
  implement(contract.assignReceived, async ({ call, body }) => ({
    assigned: await assignReceived(services, call, body),
  })),
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
  implement(ledger.listDueVerifications, ({ call, query }) => listDueVerifications(services, call, query)),
  implement(ledger.listVerifications, ({ call, params }) => listVerifications(services, call, params.id)),
  implement(ledger.listCustomerVerifications, ({ call, params, query }) =>
    listCustomerVerifications(services, call, { ...params, ...query }),
  ),
  implement(ledger.openProof, ({ call, params }) => openProof(services, call, params)),
  verificationRoute(services),
]

const formLimits = { files: 1, fieldBytes: 4 * ledger.verificationLimits.noteLength }

/** Screenshots are held in memory until they are redacted, so only so many at a time. */
function verificationRoute(services: Services): Implementation {
  const slots = new UploadSlots({
    total: limits.cardsInMemory,
    perSource: limits.cardsInMemoryPerSource,
    perAccount: limits.cardsInMemoryPerAccount,
  })
  return implement(ledger.createVerification, ({ call, params, request, reply }) => {
    const member = memberOf(call)
    const arriving = new ArrivingBody(services.clock, { source: sourceOf(request.ip), account: member.id })
    return slots.use(arriving, async (slot) => {
      await services.database.transact(member, (tx) => requireReviewer(tx, member), { readOnly: true })
      await services.files.requireFreeSpace()
      const { entry, untrustedPicture } = await readVerificationForm(
        readUpload(request.raw, arriving, formLimits),
      )
      slot.bodyArrived()
      const proof =
        untrustedPicture && (await redactProof(services, untrustedPicture, disconnectSignal(reply)))
      return createVerification(services, call, { ...params, entry, proof })
    })
  })
}
