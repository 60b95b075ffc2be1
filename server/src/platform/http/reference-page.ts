import { createHash } from 'node:crypto'
import { anyone } from '@exempta/contract/access'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { apiSecuritySchemes } from './api-schema.ts'

/** Collects the declared routes into an OpenAPI document; register before any route. */
export const openApi = fp(async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Exempta',
        version: '1',
        description:
          'Secure handling of tax-exemption documents. Businesses call `/api/v1` with an API key; the quick start is at [/developers](/developers). The other endpoints are used by Exempta’s own pages. Failed requests return application/problem+json.',
      },
      components: { securitySchemes: apiSecuritySchemes },
    },
    transform: jsonSchemaTransform,
  })
  const hidden = { config: { access: anyone, throttle: 'ordinary' }, schema: { hide: true } } as const
  app.get('/api/openapi.json', hidden, async () => app.swagger())
})

const prefix = '/api/docs'

/**
 * The browsable API reference at /api/docs. Its library is large, and few open the page: it is loaded for the first who
 * does. It styles itself, so this one page allows inline styles.
 */
export async function referencePage(app: FastifyInstance): Promise<void> {
  let pages: Promise<FastifyInstance> | undefined
  app.addHook('onClose', async () => (await pages)?.close())
  for (const path of ['', '/', '/js/scalar.js']) {
    app.route({
      method: 'GET',
      url: prefix + path,
      config: { access: anyone, throttle: 'ordinary' },
      schema: { hide: true },
      async handler(_request, reply) {
        pages ??= openPages()
        const answer = await (await pages).inject(prefix + path)
        const type = String(answer.headers['content-type'])
        reply.code(answer.statusCode).header('content-type', type)
        if (answer.headers.location) reply.header('location', answer.headers.location)
        if (type.startsWith('text/html')) reply.header('content-security-policy', policy(answer.body))
        return reply.send(answer.rawPayload)
      },
    })
  }
}

async function openPages(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify()
  await pages.register(scalar, {
    routePrefix: prefix,
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
  return pages
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
