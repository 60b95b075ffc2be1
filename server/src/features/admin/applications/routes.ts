import * as contract from '@exempta/contract/admin/applications'
import { maskedHeader, writeMaskedHeader } from '@exempta/contract/masking'
import { formLimits } from '@exempta/contract/public/limits'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import { readUpload } from '../../../platform/http/read-upload.ts'
import { limits } from '../../../platform/limits.ts'
import { sourceOf } from '../../../platform/network-address.ts'
import type { Services } from '../../../platform/services.ts'
import { ArrivingBody, UploadSlots } from '../../../platform/upload-slots.ts'
import {
  downloadResume,
  getApplication,
  listApplications,
  removeApplication,
  updateApplication,
} from './applications.ts'
import { readForm, submitApplication } from './submit-application.ts'

const uploadLimits = { files: 1, fieldBytes: 4 * formLimits.coverLetterLength }

export function applicationRoutes(services: Services): Implementation[] {
  const places = new UploadSlots({
    total: limits.resumesInMemory,
    perSource: limits.resumesInMemoryPerSource,
  })
  return [
    implement(contract.submitApplication, ({ call, request, reply }) => {
      const arriving = new ArrivingBody(services.clock, { source: sourceOf(request.ip) })
      return places.use(arriving, async (place) => {
        await services.files.requireFreeSpace()
        const sent = await readForm(readUpload(request.raw, arriving, uploadLimits))
        place.bodyArrived()
        const masked = await submitApplication(services, call, sent)
        if (masked.length > 0) reply.header(maskedHeader, writeMaskedHeader(masked))
        return undefined
      })
    }),
    implement(contract.listApplications, ({ call, query }) => listApplications(services, call, query)),
    implement(contract.getApplication, ({ call, params }) => getApplication(services, call, params.id)),
    implement(contract.updateApplication, ({ call, params, body }) =>
      updateApplication(services, call, { ...params, ...body }),
    ),
    implement(contract.removeApplication, async ({ call, params }) => {
      await removeApplication(services, call, params.id)
      return undefined
    }),
    implement(contract.downloadResume, ({ call, params }) => downloadResume(services, call, params.id)),
  ]
}
