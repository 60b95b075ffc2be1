import * as contract from '@exempta/contract/binders'
import * as auditors from '@exempta/contract/binders/auditors'
import * as gaps from '@exempta/contract/binders/sales-lists'
import type { FastifyRequest } from 'fastify'
import { type Call, memberOf } from '../../platform/call.ts'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { viewerCookie } from '../../platform/http/viewer-cookie.ts'
import { sourceOf } from '../../platform/network-address.ts'
import type { Services } from '../../platform/services.ts'
import { ArrivingBody } from '../../platform/upload-slots.ts'
import type { ViewerWatch } from '../../platform/viewer-watch.ts'
import { askForMissing } from './ask-for-missing.ts'
import {
  awaitAuditChange,
  downloadAudit,
  getAudit,
  listAuditCertificates,
  listAuditSales,
  openAuditCertificate,
} from './auditors/audit-view.ts'
import { inviteAuditor, listAuditors, revokeAuditor } from './auditors/auditors.ts'
import { type AuditKey, leaveAudit, lookUpAudit, openAudit, sendAuditCode } from './auditors/open-audit.ts'
import {
  downloadBinder,
  downloadUncovered,
  getBinder,
  listBinderSales,
  listBinders,
  listKeys,
  makeBinder,
  removeBinder,
} from './binders.ts'
import { createBinder } from './create-binder.ts'
import { createSalesList } from './gaps/create-sales-list.ts'
import { getRehearsal, rehearseAudit } from './gaps/rehearse.ts'
import {
  askForGaps,
  getSalesList,
  listGapCustomers,
  listSalesLists,
  removeSalesList,
} from './gaps/sales-lists.ts'

const listUpload = { files: 1, fieldBytes: 100 }

const listIn = (services: Services, call: Call, request: FastifyRequest) =>
  readUpload(
    request.raw,
    new ArrivingBody(services.clock, { source: sourceOf(request.ip), account: memberOf(call).id }),
    listUpload,
  )

/** Lists of sales, what they lack, and audits rehearsed with them. */
export const salesListRoutes = (services: Services): Implementation[] => [
  implement(gaps.listSalesLists, ({ call, query }) => listSalesLists(services, call, query)),
  implement(gaps.createSalesList, ({ call, request }) =>
    createSalesList(services, call, listIn(services, call, request)),
  ),
  implement(gaps.getSalesList, ({ call, params }) => getSalesList(services, call, params.id)),
  implement(gaps.listGapCustomers, ({ call, params, query }) =>
    listGapCustomers(services, call, { ...params, ...query }),
  ),
  implement(gaps.askForGaps, ({ call, params }) => askForGaps(services, call, params.id)),
  implement(gaps.removeSalesList, async ({ call, params }) => {
    await removeSalesList(services, call, params.id)
    return undefined
  }),
  implement(gaps.getRehearsal, ({ call, params }) => getRehearsal(services, call, params.id)),
  implement(gaps.rehearseAudit, ({ call, params, body }) =>
    rehearseAudit(services, call, { ...params, ...body }),
  ),
]

export const binderRoutes = (services: Services): Implementation[] => [
  implement(contract.listBinders, ({ call, query }) => listBinders(services, call, query)),
  implement(contract.createBinder, ({ call, request }) =>
    createBinder(services, call, listIn(services, call, request)),
  ),
  implement(contract.getBinder, ({ call, params }) => getBinder(services, call, params.id)),
  implement(contract.listBinderSales, ({ call, params, query }) =>
    listBinderSales(services, call, { ...params, ...query }),
  ),
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

/** The page of an auditor. What managers do is with the other routes of binders. */
export function auditRoutes(services: Services, watch: ViewerWatch): Implementation[] {
  const cookie = viewerCookie(services.publicUrl, '/api/audit')
  const keyOf = (request: FastifyRequest, grantId: string): AuditKey => ({
    grantId,
    cookie: cookie.read(request),
  })
  return [
    implement(auditors.lookUpAudit, ({ body }) => lookUpAudit(services, body.token)),
    implement(auditors.sendAuditCode, ({ call, body }) => sendAuditCode(services, call, body.token)),
    implement(auditors.openAudit, async ({ call, body, reply }) => {
      const { grantId, token } = await openAudit(services, call, body)
      cookie.write(reply, grantId, token)
      return undefined
    }),
    implement(auditors.getAudit, ({ call, params, request }) =>
      getAudit(services, call, keyOf(request, params.grant)),
    ),
    implement(auditors.awaitAuditChange, ({ params, query, request, reply }) =>
      awaitAuditChange(services, watch, keyOf(request, params.grant), {
        state: query.state,
        signal: disconnectSignal(reply),
      }),
    ),
    implement(auditors.listAuditSales, ({ params, query, request }) =>
      listAuditSales(services, keyOf(request, params.grant), query),
    ),
    implement(auditors.listAuditCertificates, ({ params, query, request }) =>
      listAuditCertificates(services, keyOf(request, params.grant), query),
    ),
    implement(auditors.openAuditCertificate, ({ call, params, request }) =>
      openAuditCertificate(services, call, keyOf(request, params.grant), params.id),
    ),
    implement(auditors.downloadAudit, ({ call, params, request }) =>
      downloadAudit(services, call, keyOf(request, params.grant)),
    ),
    implement(auditors.leaveAudit, async ({ params, request, reply }) => {
      await leaveAudit(services, keyOf(request, params.grant))
      cookie.clear(reply, params.grant)
      return undefined
    }),
  ]
}
