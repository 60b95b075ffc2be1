import { StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from '../access.ts'
import { Acceptance, CoverageAnswer } from '../coverage.ts'
import { MatchedBy } from '../customers.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'
import { Verdict } from '../verdict.ts'

/**
 * The lists of a customer's page, besides its receipts (`GET /api/coverage/checks?customerId=`) and its requests
 * (`GET /api/requests?customerId=`). Each is answered by the feature that owns what it shows.
 */

const tag = 'Customers'
const member = only('business')
const params = z.object({ id: z.uuid() })
const query = PageQuery

export const listCustomerAnswers = defineRoute({
  method: 'GET',
  path: '/api/customers/:id/answers',
  summary: 'Get today’s answer for every state of a customer, with its reasons and the certificate behind it',
  tag,
  access: member,
  params,
  response: z.object({ items: z.array(CoverageAnswer) }),
  errors: ['not-allowed', 'not-found'],
})

export const CustomerCertificate = z.object({
  receivedId: z.uuid(),
  linkId: z.uuid().describe('Moves together: the certificates of one account in this name'),
  matchedBy: MatchedBy,
  purchaser: z.string(),
  form: z.string().nullable().describe('The form’s name, such as ST-120; null for forms we don’t know'),
  states: z.array(z.object({ state: StateCode, verdict: Verdict, expiresOn: z.iso.date().nullable() })),
  signedOn: z.iso.date().nullable(),
  status: z.enum(['pending', 'verified', 'rejected', 'revoked']),
  sharedAt: z.iso.datetime(),
  reviewedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  replacedBy: z.uuid().nullable().describe('The newer certificate of this customer for the same states'),
})
export type CustomerCertificate = z.infer<typeof CustomerCertificate>

export const listCustomerCertificates = defineRoute({
  method: 'GET',
  path: '/api/customers/:id/certificates',
  summary: 'List a customer’s certificates, newest first, with replaced, rejected and revoked ones',
  tag,
  access: member,
  params,
  query,
  response: pageOf(CustomerCertificate),
  errors: ['not-allowed', 'not-found'],
})

export const listCustomerDecisions = defineRoute({
  method: 'GET',
  path: '/api/customers/:id/decisions',
  summary: 'List what managers settled about a customer’s certificates, newest first',
  tag,
  access: member,
  params,
  query,
  response: pageOf(Acceptance.extend({ receivedId: z.uuid() })),
  errors: ['not-allowed', 'not-found'],
})

/** What happened to the record itself. */
export const CustomerActivity = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.string().describe('As in the audit log'),
  by: z.string().nullable().describe('A team member or an API key; null if they’re gone or it was Exempta'),
})
export type CustomerActivity = z.infer<typeof CustomerActivity>

export const listCustomerActivity = defineRoute({
  method: 'GET',
  path: '/api/customers/:id/activity',
  summary: 'List what was done to a customer’s record, newest first',
  tag,
  access: member,
  params,
  query,
  response: pageOf(CustomerActivity),
  errors: ['not-allowed', 'not-found'],
})
