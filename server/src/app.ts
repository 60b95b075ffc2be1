import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { accountCookies, sessionEntrance, sessionReader, visitorOf } from './features/accounts/index.ts'
import { supportAddress } from './features/admin/settings/settings.ts'
import { keyReader } from './features/api/keys/read-key.ts'
import { isAuditOver } from './features/binders/auditors/open-audit.ts'
import {
  ChatPresence,
  chatGrants,
  guestCookie,
  handleSocketMessage,
  joinGuestChat,
} from './features/chat/index.ts'
import { isRequestOver } from './features/requests/index.ts'
import { isEmailShareOver } from './features/sharing/email-links/live-link.ts'
import { features } from './features.ts'
import { accessGuard } from './platform/http/access-guard.ts'
import { auditRefusals } from './platform/http/audit-refusals.ts'
import { bodyPace, lateBodies } from './platform/http/body-pace.ts'
import { errorHandler } from './platform/http/error-handler.ts'
import { etags } from './platform/http/etags.ts'
import { registerRoute } from './platform/http/implement.ts'
import { originCheck } from './platform/http/origin-check.ts'
import { rateLimits } from './platform/http/rate-limits.ts'
import { openApi, referencePage } from './platform/http/reference-page.ts'
import { requestId, requestLog } from './platform/http/request-log.ts'
import { cspReport, securityHeaders } from './platform/http/security-headers.ts'
import { shedLoad } from './platform/http/shed-load.ts'
import { readPageParts, staticSite } from './platform/http/static-site.ts'
import { readableAddresses, unreadableRequests } from './platform/http/unreadable-requests.ts'
import { unusedConnections } from './platform/http/unused-connections.ts'
import { zodSchemas } from './platform/http/zod-schemas.ts'
import { idempotentCalls } from './platform/idempotency/idempotent-calls.ts'
import { limits } from './platform/limits.ts'
import { metrics } from './platform/metrics/metrics.ts'
import { liveRoute, shouldUpgrade, sockets } from './platform/realtime/live-route.ts'
import type { Services } from './platform/services.ts'
import { ViewerWatch } from './platform/viewer-watch.ts'

export interface AppOptions {
  log: FastifyBaseLogger
  allowedOrigins: ReadonlySet<string>
  trustedProxies: readonly string[]
  operatorToken: string | undefined
  rateLimitPerMinute: number
  guessLimitPerMinute: number
  /** Calls are refused while the process lags this far behind; 0 never refuses. */
  eventLoopDelayMaxMs?: number
  /** How often bodies that stall or trickle are looked for. */
  bodyPaceMs: number
  /** Whether the process is about to stop: it still serves, but asks for no more. */
  isDraining?: () => boolean
  /** Every page says so. */
  isDemo?: boolean
  /** Folder of the built web app; without it only the API is served. */
  webFolder: string | undefined
}

/** Builds the HTTP side: the spine first, so that no route can be reached around it, then the routes. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { isDemo = false } = options
  const isSecure = services.publicUrl.startsWith('https:')
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    schemaController: zodSchemas,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: limits.jsonBodyMaxBytes,
    requestTimeout: limits.requestMs,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 300 },
    http: { shouldUpgradeCallback: shouldUpgrade },
    ...unreadableRequests(isSecure, options.log),
  })

  const cookies = accountCookies(isSecure)
  const sessions = sessionReader(services, cookies.session)
  const guests = guestCookie(isSecure)
  const enter = sessionEntrance(services, cookies, async ({ request, reply }, personId) => {
    const guestHash = guests.hashOf(request.cookies)
    if (!guestHash || !request.caller) return
    await joinGuestChat(services, request.caller, guestHash, personId)
    guests.clear(request, reply)
  })
  const presence = new ChatPresence(services)
  services.live.serve({
    grants: chatGrants(services, guests),
    watch: presence,
    handleSocketMessage: handleSocketMessage(services, guests),
  })

  const pageParts = options.webFolder ? await readPageParts(options.webFolder, isDemo) : undefined
  // Fastify reads text by itself. No route takes it, so that it gets the 415 of every other wrong type.
  app.removeContentTypeParser('text/plain')
  await app.register(errorHandler, { page: pageParts?.page })
  await app.register(unusedConnections, { isDraining: options.isDraining })
  await app.register(sockets, { hub: services.live })
  await app.register(requestLog)
  await app.register(bodyPace, { paceMs: options.bodyPaceMs })
  await app.register(securityHeaders, { isSecure })
  await app.register(readableAddresses)
  await app.register(shedLoad, { delayMaxMs: options.eventLoopDelayMaxMs ?? 3000 })
  await app.register(cookie)
  await app.register(rateLimits, {
    ordinaryPerMinute: options.rateLimitPerMinute,
    guessesPerMinute: options.guessLimitPerMinute,
  })
  await app.register(originCheck, { allowedOrigins: options.allowedOrigins })
  const authenticateKey = keyReader(services)
  await app.register(accessGuard, {
    authenticate: (request) => sessions.callerOf(request),
    authenticateKey,
    operatorToken: options.operatorToken,
  })
  await app.register(lateBodies, {
    authenticateAnew(request) {
      sessions.forget(request)
      return sessions.callerOf(request)
    },
    authenticateKey,
  })
  await app.register(idempotentCalls, { services })
  await app.register(etags)
  await app.register(liveRoute, {
    hub: services.live,
    identifier: (request) => visitorOf(services, cookies.session, request),
  })
  await app.register(openApi)
  await app.register(metrics, { services })
  await app.register(auditRefusals, { services })

  const viewers = new ViewerWatch(services.database)
  app.addHook('preClose', () => viewers.stop())
  app.addHook('onClose', () => presence.stop())
  const parts = { cookies, sessions, enter, guests, viewers, isDraining: options.isDraining }
  for (const implementation of features.flatMap((feature) => feature.routes(services, parts)))
    registerRoute(app, implementation)
  await app.register(cspReport)
  await app.register(referencePage, { fontAddress: pageParts?.fontAddress, isDemo })
  if (options.webFolder) {
    await app.register(staticSite, {
      folder: options.webFolder,
      isDemo,
      valuesNow: () => ({
        publicUrl: services.publicUrl,
        supportEmail: supportAddress(services),
        supportPhone: services.settings.get('support.phone'),
      }),
      isLinkOver: async (path) =>
        (await isEmailShareOver(services, path)) ??
        (await isRequestOver(services, path)) ??
        (await isAuditOver(services, path)),
    })
  }
  return app
}
