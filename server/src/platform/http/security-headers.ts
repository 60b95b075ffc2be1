import { anyone } from '@exempta/contract/access'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'

/** For responses that are not a page: nothing in them may run, load or be framed. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

/** For our own pages. Inline scripts run only when the build listed their hash; there is no `unsafe-inline`. */
export function pagePolicy(scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self'${scriptHashes.map((hash) => ` '${hash}'`).join('')}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    'report-uri /api/csp-report',
  ].join('; ')
}

/** A service worker obeys the policy of its own file: it may fetch, and nothing else. */
export const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

/** The same for every response. Policy and cache headers are set only where the route did not set them. */
const constantHeaders = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
}
const twoYears = 'max-age=63072000; includeSubDomains'

const headersOf = (isSecure: boolean) =>
  isSecure ? { ...constantHeaders, 'strict-transport-security': twoYears } : constantHeaders

/** All headers, for a response that bypasses the hooks. */
export const apiHeaders = (isSecure: boolean): Record<string, string> => ({
  ...headersOf(isSecure),
  'content-security-policy': apiPolicy,
  'cache-control': 'no-store',
})

/** Set in one go through Fastify: one by one on the raw answer they cost a tenth of a small request. */
export const securityHeaders = fp(async (app: FastifyInstance, options: { isSecure: boolean }) => {
  const headers = headersOf(options.isSecure)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers(headers)
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', apiPolicy)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
})

const Report = z.object({ 'csp-report': z.object({ 'effective-directive': z.string().max(60).optional() }) })

/**
 * Receives browsers' reports of blocked content. Only the directive is logged, because addresses may contain tokens.
 */
export async function cspReport(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser(
    'application/csp-report',
    { parseAs: 'string', bodyLimit: 16_384 },
    app.getDefaultJsonParser('error', 'error'),
  )
  app.post(
    '/api/csp-report',
    { config: { access: anyone, throttle: 'ordinary' }, schema: { hide: true } },
    async (request, reply) => {
      const report = Report.safeParse(request.body)
      const directive = report.success ? report.data['csp-report']['effective-directive'] : undefined
      request.log.warn({ directive: directive ?? 'unknown' }, 'content security policy report')
      return reply.code(204).send()
    },
  )
}
