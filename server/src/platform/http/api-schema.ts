import { type ErrorCode, errorTable, Problem } from '@exempta/contract/errors'
import { IdempotencyHeaders } from '@exempta/contract/idempotency'
import type { Route } from '@exempta/contract/route'
import { apiNames } from '@exempta/contract/routes'

/** Errors that every call with an API key may get. */
const usualErrors: readonly ErrorCode[] = [
  'key-invalid',
  'key-revoked',
  'key-expired',
  'business-not-active',
  'api-access-off',
  'address-not-allowed',
  'scope-missing',
  'malformed-request',
  'invalid-input',
  'too-many-requests',
  'header-too-large',
  'internal',
  'unavailable',
]
const writingErrors: readonly ErrorCode[] = [
  'foreign-origin',
  'too-slow',
  'too-large',
  'unsupported-type',
  'idempotency-in-progress',
  'idempotency-mismatch',
]

export const apiSecuritySchemes = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'A business’s API key. It starts with `exk_`.' },
} as const

/** What the published document says of a route for keys, beyond input and output. */
export function apiSchema(route: Route) {
  const isWriting = route.method !== 'GET'
  const codes = [...usualErrors, ...(isWriting ? writingErrors : []), ...(route.errors ?? [])]
  const operationId = apiNames.get(route)
  const scope = route.access.kind === 'api-key' ? route.access.scope : ''
  return {
    ...(operationId && { operationId }),
    description: `Scope: \`${scope}\`.\n\nProblem codes: ${[...new Set(codes)].map(codeInWords).join(', ')}.`,
    security: [{ apiKey: [] }],
    ...(isWriting && { headers: IdempotencyHeaders }),
  }
}

const codeInWords = (code: ErrorCode) => `\`${code}\` (${errorTable[code].status})`

export const problemSchema = (route: Route) =>
  route.access.kind === 'api-key'
    ? { description: 'What went wrong', content: { 'application/problem+json': { schema: Problem } } }
    : Problem
