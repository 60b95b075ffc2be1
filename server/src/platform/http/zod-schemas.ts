import { plainMessage } from '@exempta/contract/plain-errors'
import type { FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

z.config({ customError: plainMessage })

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>

/** Given when the server is created, because Fastify otherwise loads compilers of its own, which nothing uses. */
export const zodSchemas: SchemaController = {
  // The types know only the factories of Fastify's own compilers.
  compilersFactory: {
    buildValidator: () => validatorCompiler,
    buildSerializer: () => serializerCompiler,
  } as unknown as NonNullable<SchemaController['compilersFactory']>,
}
