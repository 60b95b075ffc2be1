import { anyone } from '@exempta/contract/access'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Collects the declared routes into an OpenAPI document; register before any route. */
export const openApi = fp(async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Exempta',
        version: '1',
        description:
          'Secure handling of tax-exemption documents. Failed calls answer application/problem+json.',
      },
    },
    transform: jsonSchemaTransform,
  })
  const hidden = { config: { access: anyone, throttle: 'ordinary' }, schema: { hide: true } } as const
  app.get('/api/openapi.json', hidden, async () => app.swagger())
})
