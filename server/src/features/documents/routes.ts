import * as contract from '@exempta/contract/documents'
import {
  listDocumentActivity as activityContract,
  getUserDashboard,
} from '@exempta/contract/documents/activity'
import * as filesContract from '@exempta/contract/documents/files'
import { uploadDocuments } from '@exempta/contract/documents/files'
import { personOf } from '../../platform/call.ts'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import { sourceOf } from '../../platform/http/rate-limits.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import type { Services } from '../../platform/services.ts'
import { ArrivingBody } from '../../platform/upload-slots.ts'
import { blackOutDocument, removeDocument, retryDocument } from './change-documents.ts'
import { decideArea, finishCheck } from './check-document.ts'
import { getDashboard } from './dashboard.ts'
import { downloadDocument } from './files/open-files.ts'
import { openPagePicture, openThumbnail } from './files/open-pictures.ts'
import { createViewLink, viewDocument } from './files/view-links.ts'
import { getDocument, listDocumentActivity, listDocuments } from './read-documents.ts'
import { receiveUpload, uploadPlaces } from './upload/receive-upload.ts'

export function documentRoutes(services: Services): Implementation[] {
  const places = uploadPlaces()
  return [
    implement(uploadDocuments, async ({ call, request, reply }) => {
      const from = { source: sourceOf(request.ip), account: personOf(call).id }
      const arriving = new ArrivingBody(services.clock, from)
      const context = { services, call, places, arriving, signal: disconnectSignal(reply) }
      return { files: await receiveUpload(context, readUpload(request.raw, arriving)) }
    }),
    implement(getUserDashboard, ({ call }) => getDashboard(services, call)),
    implement(contract.listDocuments, ({ call, query }) => listDocuments(services, call, query)),
    implement(contract.getDocument, ({ call, params }) => getDocument(services, call, params.id)),
    implement(activityContract, ({ call, params, query }) =>
      listDocumentActivity(services, call, { ...query, ...params }),
    ),
    implement(contract.removeDocument, async ({ call, params }) => {
      await removeDocument(services, call, params.id)
      return undefined
    }),
    implement(contract.retryDocument, ({ call, params }) => retryDocument(services, call, params.id)),
    implement(contract.blackOutDocument, ({ call, params, body }) =>
      blackOutDocument(services, call, { id: params.id, ...body }),
    ),
    implement(contract.decideArea, ({ call, params, body }) =>
      decideArea(services, call, { ...params, ...body }),
    ),
    implement(contract.finishCheck, ({ call, params, body }) =>
      finishCheck(services, call, { ...params, ...body }),
    ),
    implement(filesContract.getThumbnail, ({ call, params, query }) =>
      openThumbnail(services, call, { id: params.id, version: query.v }),
    ),
    implement(filesContract.getPagePicture, ({ call, params, query }) =>
      openPagePicture(services, call, { id: params.id, version: query.v, page: params.page }),
    ),
    implement(filesContract.downloadDocument, ({ call, params }) =>
      downloadDocument(services, call, params.id),
    ),
    implement(filesContract.createViewLink, ({ call, params }) => createViewLink(services, call, params.id)),
    implement(filesContract.viewDocument, ({ call, params }) => viewDocument(services, call, params.token)),
  ]
}
