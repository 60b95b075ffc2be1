import { createHash } from 'node:crypto'
import { anyone } from '@exempta/contract/access'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** The browsable API reference at /api/docs. Its library styles itself, so this one page allows inline styles. */
export async function referencePage(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: anyone, throttle: 'ordinary' }
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/html')) return payload
    reply.header('content-security-policy', policy(String(payload)))
    return payload
  })
  await app.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      url: '/api/openapi.json',
      pageTitle: 'Exempta API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
}

function policy(html: string): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
