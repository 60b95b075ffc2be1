import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { AppOptions } from './app.ts'
import { operationRoutes } from './features/admin/routes.ts'
import { AppError } from './platform/app-error.ts'
import { systemCall } from './platform/call.ts'
import { anonymousActor } from './platform/db/actor.ts'
import { holdsOperatorToken } from './platform/http/access-guard.ts'
import { errorHandler } from './platform/http/error-handler.ts'
import { registerRoute } from './platform/http/implement.ts'
import { rateLimits } from './platform/http/rate-limits.ts'
import { requestId, requestLog } from './platform/http/request-log.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { zodSchemas } from './platform/http/zod-schemas.ts'
import { metrics } from './platform/metrics/metrics.ts'
import type { Services } from './platform/services.ts'

/** Health and metrics endpoints of a process that only runs jobs. No one logs in here. */
export async function buildWorkerApp(
  services: Services,
  options: Pick<AppOptions, 'operatorToken' | 'rateLimitPerMinute' | 'guessLimitPerMinute' | 'isDraining'>,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    schemaController: zodSchemas,
    forceCloseConnections: 'idle',
  })
  await app.register(errorHandler)
  await app.register(requestLog)
  await app.register(securityHeaders, { isSecure: false })
  await app.register(rateLimits, {
    ordinaryPerMinute: options.rateLimitPerMinute,
    guessesPerMinute: options.guessLimitPerMinute,
  })
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const isForOperators = request.routeOptions.config.access?.kind === 'operator'
    if (isForOperators && !holdsOperatorToken(request, options.operatorToken)) throw new AppError('not-found')
    request.caller = { ...systemCall, actor: anonymousActor }
  })
  await app.register(metrics, { services })
  for (const implementation of operationRoutes(services, options.isDraining))
    registerRoute(app, implementation)
  return app
}
