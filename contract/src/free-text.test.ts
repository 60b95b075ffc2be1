import { expect, it } from 'vitest'
import { z } from 'zod'
import { ApplicationForm } from './admin/applications.ts'
import { EvidenceForm } from './businesses/administration.ts'
import { AnswerPieceForm } from './requests/answers.ts'
import { CampaignForm } from './requests/campaigns.ts'
import { routes } from './routes.ts'
import { cleanedTexts, FormTrap } from './text.ts'

/** Secrets, which are stored as a hash or not at all, and what only says what a page has shown. */
const neverStored = new Set([
  'backupCode',
  // Sealed, and never shown again.
  'clientSecret',
  'code',
  'currentPassword',
  'cursor',
  'newPassword',
  'password',
  // Of a company's provider.
  'logout_token',
  // Of a passkey or a provider.
  'response',
  'seen',
  'stamp',
  'token',
  // The server only accepts a form that it knows, and columns that the file has.
  'form',
  'mapping',
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

const cardNumbers = ['4111111111111111', '5555 5555 5555 4444', '3782-822463-10005']
/** The number as it fits into a name, an address, a web address and a phone number. */
const texts = cardNumbers.flatMap((number) => {
  const digits = number.replace(/\D/g, '')
  return [number, `ref ${number}.`, `${digits}@example.org`, `x${digits}@example.org`, `+${digits}`].concat(
    `https://example.org/${digits}`,
    `https://${digits}.example.org`,
  )
})

/** Every field of a body with the schema that checks it. */
function leavesOf(schema: z.ZodType, path = ''): [path: string, schema: z.ZodType][] {
  const { def } = schema._zod as unknown as {
    def: {
      type: string
      shape?: Record<string, z.ZodType>
      element?: z.ZodType
      innerType?: z.ZodType
      options?: z.ZodType[]
      valueType?: z.ZodType
      in?: z.ZodType
    }
  }
  // Whoever fills it in is refused.
  if ((schema as unknown) === FormTrap) return []
  if (def.shape) {
    return Object.entries(def.shape).flatMap(([name, field]) =>
      leavesOf(field, path ? `${path}.${name}` : name),
    )
  }
  if (def.element) return leavesOf(def.element, path)
  if (def.options) return def.options.flatMap((option) => leavesOf(option, path))
  if (def.innerType) return leavesOf(def.innerType, path)
  if (def.valueType) return leavesOf(def.valueType, path)
  // A pipe that starts with an object or a list is checked by its parts.
  const inner = def.type === 'pipe' && def.in ? leavesOf(def.in, path) : []
  return inner.some(([name]) => name !== path) ? inner : [[path, schema]]
}

const accepted = (schema: z.ZodType) =>
  texts.filter((text) => {
    const parsed = schema.safeParse(text)
    // A date or a choice can't hold the number, whatever the field makes of it.
    return parsed.success && JSON.stringify(parsed.data ?? '').replace(/\D/g, '').length >= 13
  })

/** Texts that may be empty, and are stored so. All others are null then, or ask for something. */
const mayBeEmpty = new Set([
  'PATCH /api/admin/settings changes.audits.taxRates',
  'PATCH /api/admin/settings changes.support.email',
  'PATCH /api/admin/settings changes.support.phone',
  // Compared with the name of the business.
  'DELETE /api/admin/businesses/:id name',
  'POST /api/admin/api-access/:businessId/decision reason',
  'POST /api/business/webhooks description',
  'PUT /api/business/webhooks/:id description',
  'POST /api/v1/webhooks description',
  'PUT /api/v1/webhooks/:id description',
  'POST /api/reports/templates description',
  'PUT /api/reports/templates/:id description',
  'POST /api/shares message',
  'the form of an application coverLetter',
  'the form of evidence note',
])

const forms = [
  ['the form of an application', ApplicationForm, ['name', 'coverLetter']],
  ['the form of a campaign', CampaignForm, ['name']],
  ['the form of a piece', AnswerPieceForm, ['name']],
  ['the form of evidence', EvidenceForm, ['note']],
] as const
const bodies = routes.flatMap((route) =>
  route.body ? [[`${route.method} ${route.path}`, route.body, route.freeText ?? []] as const] : [],
)

const all = [...bodies, ...forms].map(([name, body, freeText]) => ({
  name,
  leaves: leavesOf(body as z.ZodType),
  freeText: freeText as readonly string[],
}))

it('every text of a body masks or refuses a card number', () => {
  const holding = all.flatMap(({ name, leaves, freeText }) =>
    leaves.flatMap(([path, schema]) => {
      const isSafe = freeText.includes(path) || neverStored.has(path) || masksItself.has(`${name} ${path}`)
      return isSafe ? [] : accepted(schema).map((text) => `${name} ${path}: ${text}`)
    }),
  )
  expect(holding).toEqual([])
})

it('every free text that a route declares is a field of its body', () => {
  const unknown = all.flatMap(({ name, leaves, freeText }) =>
    freeText.filter((path) => leaves.every(([field]) => field !== path)).map((path) => `${name} ${path}`),
  )
  expect(unknown).toEqual([])
})

it('a text is empty only where an empty one can be stored', () => {
  const empty = all.flatMap(({ name, leaves }) =>
    leaves
      .filter(([path]) => !neverStored.has(path) && !mayBeEmpty.has(`${name} ${path}`))
      .filter(([, schema]) => ['', ' ', '\u200b\u2060'].some((text) => schema.safeParse(text).data === ''))
      .map(([path]) => `${name} ${path}`),
  )
  expect(empty).toEqual([])
})

it('every field that may be empty exists', () => {
  const fields = new Set(all.flatMap(({ name, leaves }) => leaves.map(([path]) => `${name} ${path}`)))
  expect([...mayBeEmpty].filter((field) => !fields.has(field))).toEqual([])
})

/** Fields with their own format, which are compared or parsed exactly as they arrive. */
const formats: Record<string, string> = {
  password: 'password',
  currentPassword: 'password',
  newPassword: 'password',
  code: 'one-time code',
  backupCode: 'backup code',
  token: 'token of a link',
  clientSecret: 'password of a program',
  response: 'query of an address',
  logout_token: 'signed token',
  stamp: 'signed time of a form',
  state: 'mark of what a page showed',
  seen: 'what a page showed',
  cursor: 'place in a list',
  ids: 'list of ids',
  of: 'list of ids with versions',
  governmentState: 'code of a state',
  issuedBy: 'code of who issues numbers',
  columns: 'key of a column',
  joins: 'key of a table',
  field: 'key of a column',
  form: 'code of a form',
  status: 'choice of a list',
  type: 'choice of a list',
  role: 'choice of a list',
  businessType: 'choice of a list',
  timeZone: 'name of a time zone',
  value: 'code of a reason or a state',
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

it('every text of a request is OneLine, ManyLines or of a named format', () => {
  const wrong = [...requests, ['POST /api/applications', 'form', ApplicationForm] as const].flatMap(
    ([name, part, schema]) =>
      uncleanedIn(schema)
        .filter((path) => !(lastName(path) in formats))
        .map((path) => `${name}, ${part}: ${path}`),
  )
  expect(wrong).toEqual([])
})
