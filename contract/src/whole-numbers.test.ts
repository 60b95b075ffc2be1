import { expect, it } from 'vitest'
import { z } from 'zod'
import { routes } from './routes.ts'
import { largestInteger } from './whole-numbers.ts'

/** Columns of larger numbers. */
const isLarge = (path: string) =>
  path.endsWith('.amountCents') || path === 'POST /api/archive/imports/:id/files body.files.sizeBytes'

interface JsonSchema {
  type?: string
  maximum?: number
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
}

/** The paths of whole numbers that may be larger. */
function tooLarge(schema: JsonSchema, path: string): string[] {
  const { type, maximum = Number.POSITIVE_INFINITY, properties = {}, items, anyOf = [], oneOf = [] } = schema
  const values = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []
  return [
    ...(type === 'integer' && maximum > largestInteger && !isLarge(path) ? [path] : []),
    ...Object.entries(properties).flatMap(([name, one]) => tooLarge(one, `${path}.${name}`)),
    ...[items, ...anyOf, ...oneOf, ...values].flatMap((one) => (one ? tooLarge(one, path) : [])),
  ]
}

const requests = routes.flatMap(({ method, path, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [[`${method} ${path} ${part}`, schema] as const] : [],
  ),
)

it('every whole number of a request fits into the database', () => {
  const found = requests.flatMap(([name, schema]) =>
    tooLarge(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema, name),
  )
  expect(found).toEqual([])
})
