import { anyone } from '@exempta/contract/access'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
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
          'Secure handling of tax-exemption documents. Programs of a business call `/api/v1` with an API key: the quick start is at [/developers](/developers). All other calls are those of the pages. Failed calls answer application/problem+json.',
      },
      components: { securitySchemes: apiSecuritySchemes },
    },
    transform: jsonSchemaTransform,
  })
  const hidden = { config: { access: anyone, throttle: 'ordinary' }, schema: { hide: true } } as const
  app.get('/api/openapi.json', hidden, async () => app.swagger())
})
