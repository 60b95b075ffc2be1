import * as contract from '@exempta/contract/binders'
import * as auditors from '@exempta/contract/binders/auditors'
import { memberOf } from '../../platform/call.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { sourceOf } from '../../platform/network-address.ts'
import type { Services } from '../../platform/services.ts'
import { ArrivingBody } from '../../platform/upload-slots.ts'
import { askForMissing } from './ask-for-missing.ts'
import { inviteAuditor, listAuditors, revokeAuditor } from './auditors/auditors.ts'
import {
  downloadBinder,
  downloadUncovered,
  getBinder,
  listBinders,
  listKeys,
  makeBinder,
  removeBinder,
} from './binders.ts'
import { createBinder } from './create-binder.ts'

const listUpload = { files: 1, fieldBytes: 100 }

export const binderRoutes = (services: Services): Implementation[] => [
  implement(contract.listBinders, ({ call, query }) => listBinders(services, call, query)),
  implement(contract.createBinder, ({ call, request }) => {
    const arriving = new ArrivingBody(services.clock, {
      source: sourceOf(request.ip),
      account: memberOf(call).id,
    })
    return createBinder(services, call, readUpload(request.raw, arriving, listUpload))
  }),
  implement(contract.getBinder, ({ call, params }) => getBinder(services, call, params.id)),
  implement(contract.removeBinder, async ({ call, params }) => {
    await removeBinder(services, call, params.id)
    return undefined
  }),
  implement(contract.downloadUncovered, ({ call, params }) => downloadUncovered(services, call, params.id)),
  implement(contract.askForMissing, ({ call, params }) => askForMissing(services, call, params.id)),
  implement(contract.makeBinder, ({ call, params }) => makeBinder(services, call, params.id)),
  implement(contract.downloadBinder, ({ call, params }) => downloadBinder(services, call, params.id)),
  implement(auditors.listAuditors, ({ call, params }) => listAuditors(services, call, params.id)),
  implement(auditors.inviteAuditor, ({ call, params, body }) =>
    inviteAuditor(services, call, params.id, body),
  ),
  implement(auditors.revokeAuditor, async ({ call, params }) => {
    await revokeAuditor(services, call, params)
    return undefined
  }),
  implement(contract.listKeys, () => listKeys(services)),
]
