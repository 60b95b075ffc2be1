import { anyone } from '@exempta/contract/access'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

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
