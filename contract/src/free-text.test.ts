import { expect, it } from 'vitest'
import { z } from 'zod'
import { routes } from './routes.ts'

/** Texts that must arrive as they were typed, by their names: secrets, addresses, figures. */
const exact = new Set([
  'changes.about.documents',
  'changes.about.support',
  'changes.about.uptime',
  'changes.about.users',
  'changes.support.email',
  'changes.support.hours',
  'backupCode',
  'code',
  'currentPassword',
  'email',
  'emails',
  'newPassword',
  'password',
  'ranges',
  'seen',
  'stamp',
  'taxId',
  'token',
  'url',
  'website',
])

/** Masked by the verbs of live support themselves: the message says it of itself, to both sides. */
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

/** Paths of the texts in a body that may hold anything. */
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
    const untold = textsIn(schema as JsonSchema)
    const isTold = (path: string) =>
      freeText.includes(path) || exact.has(path) || masksItself.has(`${name} ${path}`)
    expect(untold.filter((path) => !isTold(path))).toEqual([])
    expect(freeText.filter((path) => !untold.includes(path))).toEqual([])
  },
)
