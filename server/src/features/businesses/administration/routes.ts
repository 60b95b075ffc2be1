import * as contract from '@exempta/contract/businesses/administration'
import { businessLimits } from '@exempta/contract/businesses/limits'
import { personOf } from '../../../platform/call.ts'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import { readUpload } from '../../../platform/http/read-upload.ts'
import { limits } from '../../../platform/limits.ts'
import { sourceOf } from '../../../platform/network-address.ts'
import type { Services } from '../../../platform/services.ts'
import { ArrivingBody, UploadSlots } from '../../../platform/upload-slots.ts'
import { createBusiness, listBusinesses, listTypes, readBusiness, updateBusiness } from './businesses.ts'
import { removeBusiness, setBusinessStanding } from './change-business.ts'
import { addEvidence, downloadEvidence, getEvidence, readEvidence, removeEvidence } from './evidence.ts'
import { addMember, listMembers, updateMember } from './members.ts'

export const adminBusinessRoutes = (services: Services): Implementation[] => [
  implement(contract.listBusinesses, ({ call, query }) => listBusinesses(services, call, query)),
  implement(contract.listBusinessTypes, async ({ call }) => ({ types: await listTypes(services, call) })),
  implement(contract.createBusiness, ({ call, body }) => createBusiness(services, call, body)),
  implement(contract.getBusiness, ({ call, params }) => readBusiness(services, personOf(call), params.id)),
  implement(contract.updateBusiness, ({ call, params, body }) =>
    updateBusiness(services, call, { ...params, ...body }),
  ),
  implement(contract.setBusinessStanding, ({ call, params, body }) =>
    setBusinessStanding(services, call, { ...params, ...body }),
  ),
  implement(contract.removeBusiness, async ({ call, params, body }) => {
    await removeBusiness(services, call, { ...params, ...body })
    return undefined
  }),
  implement(contract.listBusinessMembers, ({ call, params, query }) =>
    listMembers(services, call, { ...params, ...query }),
  ),
  implement(contract.addBusinessMember, ({ call, params, body }) =>
    addMember(services, call, { ...params, ...body }),
  ),
  implement(contract.updateBusinessMember, ({ call, params, body }) =>
    updateMember(services, call, { ...params, ...body }),
  ),
  ...evidenceRoutes(services),
]

const uploadLimits = { files: 1, fieldBytes: 4 * businessLimits.evidenceNoteLength }

function evidenceRoutes(services: Services): Implementation[] {
  const slots = new UploadSlots({
    total: limits.resumesInMemory,
    perSource: limits.resumesInMemoryPerSource,
  })
  return [
    implement(contract.listBusinessEvidence, async ({ call, params }) => ({
      items: await getEvidence(services, call, params.id),
    })),
    implement(contract.addBusinessEvidence, ({ call, params, request }) => {
      const arriving = new ArrivingBody(services.clock, { source: sourceOf(request.ip) })
      return slots.use(arriving, async (slot) => {
        await services.files.requireFreeSpace()
        const sent = await readEvidence(readUpload(request.raw, arriving, uploadLimits))
        slot.bodyArrived()
        return addEvidence(services, call, params.id, sent)
      })
    }),
    implement(contract.downloadBusinessEvidence, ({ call, params }) =>
      downloadEvidence(services, call, params),
    ),
    implement(contract.removeBusinessEvidence, async ({ call, params }) => {
      await removeEvidence(services, call, params)
      return undefined
    }),
  ]
}
