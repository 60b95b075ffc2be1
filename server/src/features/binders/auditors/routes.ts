import * as contract from '@exempta/contract/binders/auditors'
import type { FastifyRequest } from 'fastify'
import { disconnectSignal } from '../../../platform/http/disconnect-signal.ts'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import { viewerCookie } from '../../../platform/http/viewer-cookie.ts'
import type { Services } from '../../../platform/services.ts'
import type { ViewerWatch } from '../../../platform/viewer-watch.ts'
import {
  awaitAuditChange,
  downloadAudit,
  getAudit,
  listAuditCertificates,
  listAuditReceipts,
  openAuditCertificate,
} from './audit-view.ts'
import { type AuditKey, leaveAudit, lookUpAudit, openAudit, sendAuditCode } from './open-audit.ts'

/** The page of an auditor. What managers do is with the other routes of binders. */
export function auditRoutes(services: Services, watch: ViewerWatch): Implementation[] {
  const cookie = viewerCookie(services.publicUrl, '/api/audit')
  const keyOf = (request: FastifyRequest, grantId: string): AuditKey => ({
    grantId,
    cookie: cookie.read(request),
  })
  return [
    implement(contract.lookUpAudit, ({ body }) => lookUpAudit(services, body.token)),
    implement(contract.sendAuditCode, ({ call, body }) => sendAuditCode(services, call, body.token)),
    implement(contract.openAudit, async ({ call, body, reply }) => {
      const { grantId, token } = await openAudit(services, call, body)
      cookie.write(reply, grantId, token)
      return undefined
    }),
    implement(contract.getAudit, ({ call, params, request }) =>
      getAudit(services, call, keyOf(request, params.grant)),
    ),
    implement(contract.awaitAuditChange, ({ params, query, request, reply }) =>
      awaitAuditChange(services, watch, keyOf(request, params.grant), {
        state: query.state,
        signal: disconnectSignal(reply),
      }),
    ),
    implement(contract.listAuditReceipts, ({ params, query, request }) =>
      listAuditReceipts(services, keyOf(request, params.grant), query),
    ),
    implement(contract.listAuditCertificates, ({ params, query, request }) =>
      listAuditCertificates(services, keyOf(request, params.grant), query),
    ),
    implement(contract.openAuditCertificate, ({ call, params, request }) =>
      openAuditCertificate(services, call, keyOf(request, params.grant), params.id),
    ),
    implement(contract.downloadAudit, ({ call, params, request }) =>
      downloadAudit(services, call, keyOf(request, params.grant)),
    ),
    implement(contract.leaveAudit, async ({ params, request, reply }) => {
      await leaveAudit(services, keyOf(request, params.grant))
      cookie.clear(reply, params.grant)
      return undefined
    }),
  ]
}
