import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApplicationForm } from './admin/applications.ts'
import { FormTrap } from './form-trap.ts'
import { routes } from './routes.ts'
import { cleanedTexts } from './text.ts'

/** Fields that must arrive exactly as typed: secrets, addresses, numbers. */
const exact = new Set([
  'changes.about.documents',
  'changes.about.support',
  'changes.about.uptime',
  'changes.about.users',
  'changes.chat.cannedReplies',
  'changes.support.email',
  'changes.support.hours',
  'changes.support.phone',
  'definition.aggregations.alias',
  'definition.sortBy.field',
  'settings.aggregations.alias',
  'settings.sortBy.field',
  'backupCode',
  'code',
  'customer.email',
  'customer.number',
  'currentPassword',
  'email',
  'emails',
  'newPassword',
  'password',
  'ranges',
  'sales.customer.email',
  'sales.customer.number',
  'seen',
  'sellers.address',
  'sellers.name',
  'signature.text',
  'stamp',
  'states.number',
  'taxId',
  'token',
  'url',
  // Set into a document, which is redacted like any other.
  'values.value',
  'website',
])

/** Live support masks these itself, because the message shows both sides that it was masked. */
const masksItself = new Set(['POST /api/chat/messages text', 'POST /api/chats/:id/messages text'])

interface JsonSchema {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** Paths of the free-text fields in a body. */
function textsIn(schema: JsonSchema, path = ''): string[] {
  const { properties, items, anyOf, oneOf } = schema
  if (properties) {
    return Object.entries(properties).flatMap(([name, field]) =>
      textsIn(field, path ? `${path}.${name}` : name),
    )
  }
  if (items) return textsIn(items, path)
  const choices = anyOf ?? oneOf
  if (choices) return choices.flatMap((choice) => textsIn(choice, path))
  const isNarrow = schema.format ?? schema.pattern ?? schema.enum ?? schema.const
  return [schema.type].flat().includes('string') && isNarrow === undefined ? [path] : []
}

it.each(routes.flatMap((route) => (route.body ? [[`${route.method} ${route.path}`, route] as const] : [])))(
  '%s says which of its texts a person writes freely',
  (name, { body, freeText = [] }) => {
    const schema = z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' })
    const undeclared = textsIn(schema as JsonSchema)
    const isDeclared = (path: string) =>
      freeText.includes(path) || exact.has(path) || masksItself.has(`${name} ${path}`)
    expect(undeclared.filter((path) => !isDeclared(path))).toEqual([])
    expect(freeText.filter((path) => !undeclared.includes(path))).toEqual([])
  },
)

/** Fields with their own format, which are compared or parsed exactly as they arrive. */
const formats: Record<string, string> = {
  password: 'password',
  currentPassword: 'password',
  newPassword: 'password',
  code: 'one-time code',
  backupCode: 'backup code',
  token: 'token of a link',
  stamp: 'signed time of a form',
  state: 'mark of what a page showed',
  seen: 'what a page showed',
  cursor: 'place in a list',
  ids: 'list of ids',
  of: 'list of ids with versions',
  columns: 'key of a column',
  joins: 'key of a table',
  field: 'key of a column',
  form: 'code of a form',
  status: 'choice of a list',
  type: 'choice of a list',
  role: 'choice of a list',
  businessType: 'choice of a list',
  timeZone: 'name of a time zone',
  definition: 'JSON, its own texts are cleaned',
}
const lastName = (path: string) => path.split('.').at(-1) ?? ''

/** Every text field of a request that is neither cleaned nor of a format that JSON Schema knows. */
function uncleanedIn(schema: z.ZodType): string[] {
  const written = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (cleanedTexts.has(zodSchema)) jsonSchema.format = 'cleaned'
      if ((zodSchema as unknown) === FormTrap) jsonSchema.format = 'trap'
      // A pattern describes what a text looks like, not that it is not free text.
      delete jsonSchema.pattern
    },
  })
  return textsIn(written as JsonSchema)
}

const requests = routes.flatMap(({ method, path, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [[`${method} ${path}`, part, schema as z.ZodType] as const] : [],
  ),
)

describe('every text of a request is OneLine, ManyLines or of a named format', () => {
  it.each([...requests, ['POST /api/applications', 'form', ApplicationForm] as const])(
    '%s, its %s',
    (_name, _part, schema) => {
      expect(uncleanedIn(schema).filter((path) => !(lastName(path) in formats))).toEqual([])
    },
  )
})
