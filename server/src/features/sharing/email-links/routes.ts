import * as contract from '@exempta/contract/sharing/email-links'
import type { FastifyRequest } from 'fastify'
import { disconnectSignal } from '../../../platform/http/disconnect-signal.ts'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import { viewerCookie } from '../../../platform/http/viewer-cookie.ts'
import type { Services } from '../../../platform/services.ts'
import type { ViewerWatch } from '../../../platform/viewer-watch.ts'
import { awaitShareChange, getEmailShare, getEmailShareDocument } from './email-share.ts'
import { lookUpEmailShare } from './live-link.ts'
import { downloadShared, openSharedPage, Stamps } from './open-shared.ts'
import { leaveViewer, openViewer, sendCode } from './open-viewer.ts'
import type { ViewerKey } from './viewer.ts'

export function emailShareRoutes(services: Services, watch: ViewerWatch): Implementation[] {
  const stamps = new Stamps(services)
  const cookie = viewerCookie(services.publicUrl, '/api/shared')
  const keyOf = (request: FastifyRequest, linkId: string): ViewerKey => ({
    linkId,
    cookie: cookie.read(request),
  })
  return [
    implement(contract.lookUpEmailShare, ({ body }) => lookUpEmailShare(services, body.token)),
    implement(contract.sendEmailShareCode, ({ call, body }) => sendCode(services, call, body.token)),
    implement(contract.openEmailShare, async ({ call, body, reply }) => {
      const { linkId, token } = await openViewer(services, call, body)
      cookie.write(reply, linkId, token)
      return undefined
    }),
    implement(contract.getEmailShare, ({ params, request }) =>
      getEmailShare(services, keyOf(request, params.link)),
    ),
    implement(contract.awaitEmailShareChange, ({ params, query, request, reply }) =>
      awaitShareChange(services, watch, keyOf(request, params.link), {
        state: query.state,
        signal: disconnectSignal(reply),
      }),
    ),
    implement(contract.getEmailShareDocument, ({ params, query, request }) =>
      getEmailShareDocument(services, keyOf(request, params.link), { id: params.id, version: query.v }),
    ),
    implement(contract.getEmailSharePage, ({ call, params, query, request }) =>
      openSharedPage(services, stamps, call, keyOf(request, params.link), {
        id: params.id,
        page: params.page,
        version: query.v,
      }),
    ),
    implement(contract.downloadEmailShare, ({ call, params, request }) =>
      downloadShared(services, stamps, call, keyOf(request, params.link), params.id),
    ),
    implement(contract.leaveEmailShare, async ({ params, request, reply }) => {
      await leaveViewer(services, keyOf(request, params.link))
      cookie.clear(reply, params.link)
      return undefined
    }),
  ]
}
