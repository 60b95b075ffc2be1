import { limits } from '@exempta/contract/limits'
import cookie from '@fastify/cookie'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import {
  accountCookies,
  accountRoutes,
  sessionEntrance,
  sessionReader,
  visitorOf,
} from './features/accounts/index.ts'
import { adminBusinessRoutes } from './features/admin-businesses/index.ts'
import { adminDashboardRoutes } from './features/admin-dashboard/index.ts'
import { apiAccessRoutes, keyReader } from './features/api-access/index.ts'
import { apiV1Routes } from './features/api-v1/index.ts'
import { applicationRoutes } from './features/applications/index.ts'
import { auditLogRoutes } from './features/audit-log/index.ts'
import { businessProfileRoutes } from './features/business-profile/index.ts'
import { businessReportRoutes } from './features/business-reports/index.ts'
import {
  ChatPresence,
  chatGrants,
  chatRoutes,
  guestCookie,
  joinGuestChat,
  takeSaid,
} from './features/chat/index.ts'
import { contactRoutes } from './features/contact/index.ts'
import { documentRoutes } from './features/documents/index.ts'
import { invitationRoutes } from './features/invitations/index.ts'
import { ipAccessRoutes } from './features/ip-access/index.ts'
import { isMailShareOver, mailShareRoutes, ViewerWatch } from './features/mail-shares/index.ts'
import { notificationRoutes } from './features/notifications/index.ts'
import { operationRoutes } from './features/operations/index.ts'
import { outboxRoutes } from './features/outbox/index.ts'
import { privacyRoutes } from './features/privacy/index.ts'
import { publicFormRoutes } from './features/public-forms/index.ts'
import { receivedRoutes } from './features/received/index.ts'
import { reportRoutes } from './features/reports/index.ts'
import { settingRoutes } from './features/settings/index.ts'
import { shareRoutes } from './features/shares/index.ts'
import { systemHealthRoutes } from './features/system-health/index.ts'
import { teamRoutes } from './features/team/index.ts'
import { userRoutes } from './features/users/index.ts'
import { webhookRoutes } from './features/webhooks/index.ts'
import { accessGuard } from './platform/http/access-guard.ts'
import { auditRefusals } from './platform/http/audit-refusals.ts'
import { bodyPace } from './platform/http/body-pace.ts'
import { cspReport } from './platform/http/csp-report.ts'
import { errorHandler } from './platform/http/error-handler.ts'
import { etags } from './platform/http/etags.ts'
import { registerRoute } from './platform/http/implement.ts'
import { openApi } from './platform/http/openapi.ts'
import { originCheck } from './platform/http/origin-check.ts'
import { rateLimits } from './platform/http/rate-limits.ts'
import { referencePage } from './platform/http/reference-page.ts'
import { requestId, requestLog } from './platform/http/request-log.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { staticSite } from './platform/http/static-site.ts'
import { unusedConnections } from './platform/http/unused-connections.ts'
import { idempotentCalls } from './platform/idempotency/idempotent-calls.ts'
import { metrics } from './platform/metrics/metrics.ts'
import { liveRoute, shouldUpgrade, sockets } from './platform/realtime/live-route.ts'
import type { Services } from './platform/services.ts'

export interface AppOptions {
  log: FastifyBaseLogger
  allowedOrigins: ReadonlySet<string>
  trustedProxies: readonly string[]
  operatorToken: string | undefined
  rateLimitPerMinute: number
  guessLimitPerMinute: number
  /** Calls are refused while the process lags this far behind; 0 never refuses. */
  eventLoopDelayMaxMs?: number
  /** Whether the process is about to stop: it still serves, but asks for no more. */
  isDraining?: () => boolean
  /** Folder of the built web app; without it only the API is served. */
  webFolder: string | undefined
}

/** Builds the HTTP side: the spine first, so that no route can be reached around it, then the routes. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const isSecure = services.publicUrl.startsWith('https:')
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: limits.jsonBodyMaxBytes,
    requestTimeout: limits.requestMs,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 300 },
    http: { shouldUpgradeCallback: shouldUpgrade },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

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
    takeSaid: takeSaid(services, guests),
  })

  await app.register(errorHandler)
  await app.register(unusedConnections)
  await app.register(sockets, { hub: services.live })
  await app.register(requestLog)
  await app.register(bodyPace)
  await app.register(securityHeaders, { isSecure })
  await app.register(underPressure, { maxEventLoopDelay: options.eventLoopDelayMaxMs ?? 3000, retryAfter: 5 })
  await app.register(cookie)
  await app.register(rateLimits, {
    ordinaryPerMinute: options.rateLimitPerMinute,
    guessesPerMinute: options.guessLimitPerMinute,
  })
  await app.register(originCheck, { allowedOrigins: options.allowedOrigins })
  await app.register(accessGuard, {
    authenticate: (request) => sessions.callerOf(request),
    authenticateKey: keyReader(services),
    operatorToken: options.operatorToken,
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
  for (const implementation of [
    ...operationRoutes(services, options.isDraining),
    ...accountRoutes(services, cookies, sessions, enter),
    ...invitationRoutes(services, sessions, enter),
    ...businessProfileRoutes(services),
    ...businessReportRoutes(services),
    ...teamRoutes(services),
    ...adminDashboardRoutes(services),
    ...userRoutes(services),
    ...adminBusinessRoutes(services),
    ...ipAccessRoutes(services),
    ...privacyRoutes(services),
    ...reportRoutes(services),
    ...settingRoutes(services),
    ...auditLogRoutes(services),
    ...outboxRoutes(services),
    ...systemHealthRoutes(services),
    ...documentRoutes(services),
    ...shareRoutes(services),
    ...receivedRoutes(services),
    ...mailShareRoutes(services, viewers),
    ...notificationRoutes(services),
    ...chatRoutes(services, guests),
    ...publicFormRoutes(services),
    ...applicationRoutes(services),
    ...contactRoutes(services),
    ...webhookRoutes(services),
    ...apiAccessRoutes(services),
    ...apiV1Routes(services),
  ]) {
    registerRoute(app, implementation)
  }
  await app.register(cspReport)
  await app.register(referencePage)
  if (options.webFolder) {
    await app.register(staticSite, {
      folder: options.webFolder,
      publicUrl: services.publicUrl,
      isLinkOver: (path) => isMailShareOver(services, path),
    })
  }
  return app
}
