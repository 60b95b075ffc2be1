import * as contract from '@exempta/contract/sharing'
import * as emailLinks from '@exempta/contract/sharing/email-links'
import type { FastifyRequest } from 'fastify'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import { viewerCookie } from '../../platform/http/viewer-cookie.ts'
import type { Services } from '../../platform/services.ts'
import type { ViewerWatch } from '../../platform/viewer-watch.ts'
import { awaitShareChange, getEmailShare, getEmailShareDocument } from './email-links/email-share.ts'
import { lookUpEmailShare } from './email-links/live-link.ts'
import { downloadShared, openSharedPage, Stamps } from './email-links/open-shared.ts'
import { leaveViewer, openViewer, sendCode } from './email-links/open-viewer.ts'
import type { ViewerKey } from './email-links/viewer.ts'
import { listShareHistory, listShares, searchRecipients } from './list-shares.ts'
import { revokeShares } from './revoke-shares.ts'
import { shareDocuments } from './share-documents.ts'

export const shareRoutes = (services: Services): Implementation[] => [
  implement(contract.searchRecipients, async ({ call, query }) => ({
    businesses: await searchRecipients(services, call, query.search),
  })),
  implement(contract.shareDocuments, ({ call, body }) => shareDocuments(services, call, body)),
  implement(contract.listShares, ({ call, query }) => listShares(services, call, query)),
  implement(contract.revokeShares, async ({ call, body }) => ({
    revoked: await revokeShares(services, call, body.ids),
  })),
  implement(contract.listShareHistory, ({ call, params, query }) =>
    listShareHistory(services, call, { ...query, ...params }),
  ),
]

export function emailShareRoutes(services: Services, watch: ViewerWatch): Implementation[] {
  const stamps = new Stamps(services)
  const cookie = viewerCookie(services.publicUrl, '/api/shared')
  const keyOf = (request: FastifyRequest, linkId: string): ViewerKey => ({
    linkId,
    cookie: cookie.read(request),
  })
  return [
    implement(emailLinks.lookUpEmailShare, ({ body }) => lookUpEmailShare(services, body.token)),
    implement(emailLinks.sendEmailShareCode, ({ call, body }) => sendCode(services, call, body.token)),
    implement(emailLinks.openEmailShare, async ({ call, body, reply }) => {
      const { linkId, token } = await openViewer(services, call, body)
      cookie.write(reply, linkId, token)
      return undefined
    }),
    implement(emailLinks.getEmailShare, ({ params, request }) =>
      getEmailShare(services, keyOf(request, params.link)),
    ),
    implement(emailLinks.awaitEmailShareChange, ({ params, query, request, reply }) =>
      awaitShareChange(services, watch, keyOf(request, params.link), {
        state: query.state,
        signal: disconnectSignal(reply),
      }),
    ),
    implement(emailLinks.getEmailShareDocument, ({ params, query, request }) =>
      getEmailShareDocument(services, keyOf(request, params.link), { id: params.id, version: query.v }),
    ),
    implement(emailLinks.getEmailSharePage, ({ call, params, query, request }) =>
      openSharedPage(services, stamps, call, keyOf(request, params.link), {
        id: params.id,
        page: params.page,
        version: query.v,
      }),
    ),
    implement(emailLinks.downloadEmailShare, ({ call, params, request }) =>
      downloadShared(services, stamps, call, keyOf(request, params.link), params.id),
    ),
    implement(emailLinks.leaveEmailShare, async ({ params, request, reply }) => {
      await leaveViewer(services, keyOf(request, params.link))
      cookie.clear(reply, params.link)
      return undefined
    }),
  ]
}
