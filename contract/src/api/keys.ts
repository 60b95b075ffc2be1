import { z } from 'zod'
import { apiScopes, only } from '../access.ts'
import { businessLimits } from '../businesses/limits.ts'
import { IpRange } from '../businesses/network-lists.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'
import { ManyLines, OneLine, SearchText } from '../text.ts'
import { apiLimits } from './limits.ts'

const tag = 'API access'
const member = only('business')
const admin = only('admin')

/** `withdrawn`: access was approved once, and its keys are revoked. */
export const apiAccessStates = ['requested', 'approved', 'declined', 'withdrawn'] as const
export const ApiAccessState = z.enum(apiAccessStates)
export type ApiAccessState = z.infer<typeof ApiAccessState>

/** The status of the caller's own business. */
export const ApiAccess = z.object({
  state: ApiAccessState.nullable().describe('Null: not requested yet'),
  requestedAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable().describe('Why it was declined or withdrawn'),
})
export type ApiAccess = z.infer<typeof ApiAccess>

export const getApiAccess = defineRoute({
  method: 'GET',
  path: '/api/business/api-access',
  summary: 'Get your business’s API access',
  tag,
  access: member,
  response: ApiAccess,
  errors: ['not-allowed'],
})

export const requestApiAccess = defineRoute({
  method: 'POST',
  path: '/api/business/api-access',
  summary: 'Request API access (managers). An administrator decides.',
  tag,
  access: member,
  body: z.strictObject({
    purpose: ManyLines(apiLimits.apiPurposeLength, { missing: 'Please tell us what you need it for' }),
  }),
  freeText: ['purpose'],
  response: ApiAccess,
  errors: ['not-allowed', 'conflict'],
})

export const ApiScope = z.enum(apiScopes)

export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string().describe('The first characters of the key'),
  scopes: z.array(ApiScope),
  ranges: z
    .array(z.string())
    .describe('Networks the key may be used from. Empty: any network the business allows.'),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable().describe('Null if that account was deleted'),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable().describe('Accurate to the minute'),
  revokedAt: z.iso.datetime().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const listApiKeys = defineRoute({
  method: 'GET',
  path: '/api/business/api-keys',
  summary: 'List your business’s API keys, newest first (managers)',
  tag,
  access: member,
  query: PageQuery,
  response: pageOf(ApiKey),
  errors: ['not-allowed'],
})

export const createApiKey = defineRoute({
  method: 'POST',
  path: '/api/business/api-keys',
  summary: 'Create an API key (managers). Only this response shows it.',
  tag,
  access: member,
  body: z.strictObject({
    name: OneLine(apiLimits.apiKeyNameLength, { missing: 'Please name the key' }),
    scopes: z
      .array(ApiScope)
      .min(1, 'Please choose what the key may do')
      .max(apiScopes.length)
      .describe(
        'A key with the scope `review` also gets `read`, and one with `write-customers` also gets `read-customers`',
      ),
    expiresInDays: z.int().min(1).max(apiLimits.apiKeyMaxDays).nullable().describe('Null: never expires'),
    ranges: z
      .array(IpRange)
      .max(businessLimits.ipRanges, `Please enter at most ${businessLimits.ipRanges} ranges`),
  }),
  freeText: ['name'],
  status: 201,
  response: ApiKey.extend({ key: z.string() }),
  errors: ['not-allowed', 'api-access-off', 'business-not-active', 'conflict'],
})

export const revokeApiKey = defineRoute({
  method: 'DELETE',
  path: '/api/business/api-keys/:id',
  summary: 'Revoke an API key (managers). It stops working at once.',
  tag,
  access: member,
  params: z.object({ id: z.uuid() }),
  response: 'nothing',
  errors: ['not-allowed', 'not-found'],
})

/** A request as administrators see it. */
export const ApiAccessRequest = z.object({
  business: z.object({ id: z.uuid(), name: z.string() }),
  state: ApiAccessState,
  requestedAt: z.iso.datetime(),
  requestedBy: z.string().nullable().describe('Null if that account was deleted'),
  purpose: z.string(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  keys: z.int().describe('Keys that aren’t revoked or expired'),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type ApiAccessRequest = z.infer<typeof ApiAccessRequest>

export const listApiAccess = defineRoute({
  method: 'GET',
  path: '/api/admin/api-access',
  summary: 'List requests for API access, newest first',
  tag,
  access: admin,
  query: PageQuery.extend({
    search: SearchText.optional().describe('Part of a business name'),
    state: ApiAccessState.optional(),
  }),
  response: pageOf(ApiAccessRequest),
})

/** The possible decisions and the states in which each is allowed. */
export const apiAccessDecisions = {
  approve: { from: ['requested', 'declined', 'withdrawn'], to: 'approved' },
  decline: { from: ['requested'], to: 'declined' },
  withdraw: { from: ['approved'], to: 'withdrawn' },
} as const satisfies Record<string, { from: readonly ApiAccessState[]; to: ApiAccessState }>
export type ApiAccessDecision = keyof typeof apiAccessDecisions
const decisions = Object.keys(apiAccessDecisions) as [ApiAccessDecision, ...ApiAccessDecision[]]

export const decideApiAccess = defineRoute({
  method: 'POST',
  path: '/api/admin/api-access/:businessId/decision',
  summary:
    'Approve, decline or withdraw API access. Withdrawing revokes the keys. The managers are notified.',
  tag,
  access: admin,
  params: z.object({ businessId: z.uuid() }),
  body: z.strictObject({
    decision: z.enum(decisions),
    reason: ManyLines(apiLimits.apiDecisionReasonLength)
      .optional()
      .describe('Why it was declined or withdrawn. The managers see it.'),
  }),
  freeText: ['reason'],
  response: ApiAccessRequest,
  errors: ['not-found', 'conflict'],
})
