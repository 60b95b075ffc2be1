import * as contract from '@exempta/contract/documents'
import { listDocumentActivity as activityContract } from '@exempta/contract/documents/activity'
import { getUserDashboard } from '@exempta/contract/documents/dashboard'
import * as filesContract from '@exempta/contract/documents/files'
import { uploadDocuments } from '@exempta/contract/documents/files'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Call, personOf } from '../../platform/call.ts'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { sourceOf } from '../../platform/network-address.ts'
import type { Services } from '../../platform/services.ts'
import { ArrivingBody } from '../../platform/upload-slots.ts'
import { blackOutDocument, removeDocuments, renameDocument, retryDocument } from './change-documents.ts'
import { decideArea, finishCheck } from './check-document.ts'
import { getDashboard } from './dashboard.ts'
import { downloadDocuments } from './files/download-archive.ts'
import { downloadDocument } from './files/open-files.ts'
import { listThumbnails, openPagePicture, openThumbnail } from './files/open-pictures.ts'
import { createViewLink, viewDocument } from './files/view-links.ts'
import { getDocument, listDocumentActivity, listDocuments } from './read-documents.ts'
import { sendCorrectedDocument } from './send-correction.ts'
import { receiveCorrection } from './upload/receive-correction.ts'
import { receiveUpload } from './upload/receive-upload.ts'
import { type UploadContext, uploadPlaces } from './upload/upload-context.ts'

interface Arrival {
  call: Call
  request: FastifyRequest
  reply: FastifyReply
}

export function documentRoutes(services: Services): Implementation[] {
  const places = uploadPlaces()
  const contextOf = ({ call, request, reply }: Arrival): UploadContext => {
    const from = { source: sourceOf(request.ip), account: personOf(call).id }
    const arriving = new ArrivingBody(services.clock, from)
    return { services, call, places, arriving, signal: disconnectSignal(reply) }
  }
  return [
    implement(uploadDocuments, async (arrival) => {
      const context = contextOf(arrival)
      return { files: await receiveUpload(context, readUpload(arrival.request.raw, context.arriving)) }
    }),
    implement(filesContract.correctDocument, async ({ params, query, ...arrival }) => {
      const context = contextOf(arrival)
      const rejected = { id: params.id, shareId: query.share }
      const parts = readUpload(arrival.request.raw, context.arriving)
      return { file: await receiveCorrection(context, rejected, parts) }
    }),
    implement(filesContract.sendCorrection, ({ call, params, body }) =>
      sendCorrectedDocument(services, call, { ...params, ...body }),
    ),
    implement(getUserDashboard, ({ call }) => getDashboard(services, call)),
    implement(contract.listDocuments, ({ call, query }) => listDocuments(services, call, query)),
    implement(contract.getDocument, ({ call, params }) => getDocument(services, call, params.id)),
    implement(activityContract, ({ call, params, query }) =>
      listDocumentActivity(services, call, { ...query, ...params }),
    ),
    implement(contract.removeDocument, async ({ call, params }) => {
      await removeDocuments(services, call, [params.id])
      return undefined
    }),
    implement(contract.removeDocuments, async ({ call, body }) => {
      await removeDocuments(services, call, body.ids)
      return undefined
    }),
    implement(contract.renameDocument, ({ call, params, body }) =>
      renameDocument(services, call, { ...params, ...body }),
    ),
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
    implement(filesContract.listThumbnails, ({ call, query }) =>
      listThumbnails(
        services,
        call,
        query.of.split(',').map((one) => ({ id: one.slice(0, 36), version: Number(one.slice(37)) })),
      ),
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
    implement(filesContract.downloadDocuments, ({ call, query, reply }) =>
      downloadDocuments(services, call, query.ids.split(','), disconnectSignal(reply)),
    ),
    implement(filesContract.createViewLink, ({ call, params }) => createViewLink(services, call, params.id)),
    implement(filesContract.viewDocument, ({ call, params }) => viewDocument(services, call, params.token)),
  ]
}
