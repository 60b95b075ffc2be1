import * as contract from '@exempta/contract/sharing/email-links'
import type { FastifyRequest } from 'fastify'
import { goneSignal } from '../../../platform/http/gone-signal.ts'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { awaitChange, getMailShare, getMailShareDocument } from './email-share.ts'
import { lookAtMailShare } from './live-link.ts'
import { downloadShared, openSharedPage, Stamps } from './open-shared.ts'
import { leaveViewer, openViewer, sendCode } from './open-viewer.ts'
import { type ViewerKey, viewerCookie } from './viewer.ts'
import type { ViewerWatch } from './viewer-watch.ts'

export function mailShareRoutes(services: Services, watch: ViewerWatch): Implementation[] {
  const stamps = new Stamps(services)
  const cookie = viewerCookie(services.publicUrl.startsWith('https:'))
  const keyOf = (request: FastifyRequest, linkId: string): ViewerKey => ({
    linkId,
    cookie: cookie.read(request),
  })
  return [
    implement(contract.lookAtMailShare, ({ body }) => lookAtMailShare(services, body.token)),
    implement(contract.sendMailShareCode, ({ call, body }) => sendCode(services, call, body.token)),
    implement(contract.openMailShare, async ({ call, body, reply }) => {
      const { linkId, token } = await openViewer(services, call, body)
      cookie.write(reply, linkId, token)
      return undefined
    }),
    implement(contract.getMailShare, ({ params, request }) =>
      getMailShare(services, keyOf(request, params.link)),
    ),
    implement(contract.awaitMailShareChange, ({ params, query, request, reply }) =>
      awaitChange(services, watch, keyOf(request, params.link), {
        state: query.state,
        signal: goneSignal(reply),
      }),
    ),
    implement(contract.getMailShareDocument, ({ params, query, request }) =>
      getMailShareDocument(services, keyOf(request, params.link), { id: params.id, version: query.v }),
    ),
    implement(contract.getMailSharePage, ({ call, params, query, request }) =>
      openSharedPage(services, stamps, call, keyOf(request, params.link), {
        id: params.id,
        page: params.page,
        version: query.v,
      }),
    ),
    implement(contract.downloadMailShare, ({ call, params, request }) =>
      downloadShared(services, stamps, call, keyOf(request, params.link), params.id),
    ),
    implement(contract.leaveMailShare, async ({ params, request, reply }) => {
      await leaveViewer(services, keyOf(request, params.link))
      cookie.clear(reply, params.link)
      return undefined
    }),
  ]
}
