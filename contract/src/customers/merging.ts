import { z } from 'zod'
import { only } from '../access.ts'
import { Customer, MatchedBy, SuggestionReason } from '../customers.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'
import { Version } from '../whole-numbers.ts'

/** Which certificates belong to which record, and two records that turn out to be one customer. */

const tag = 'Customers'
const member = only('business')
const params = z.object({ id: z.uuid() })
const Named = z.object({ id: z.uuid(), name: z.string() })

/** A certificate that arrived, and a record that it may belong to. */
export const CustomerSuggestion = z.object({
  id: z.uuid(),
  certificates: Named.describe('The record that was made from what arrived'),
  receivedId: z.uuid().nullable().describe('The newest of its documents'),
  email: z.string().describe('Of the account that it came from'),
  customer: Named.extend({ number: z.string().nullable() }).describe('The record that it may belong to'),
  reasons: z.array(SuggestionReason),
  suggestedAt: z.iso.datetime(),
})
export type CustomerSuggestion = z.infer<typeof CustomerSuggestion>

export const listCustomerSuggestions = defineRoute({
  method: 'GET',
  path: '/api/customers/suggestions',
  summary: 'List certificates that may belong to another customer, with the reason, newest first',
  tag,
  access: member,
  query: PageQuery.extend({
    customerId: z.uuid().optional().describe('Only about this customer, on either side'),
    receivedId: z.uuid().optional().describe('Only about this received document'),
  }),
  response: pageOf(CustomerSuggestion),
  errors: ['not-allowed'],
})

export const acceptCustomerSuggestion = defineRoute({
  method: 'POST',
  path: '/api/customers/suggestions/:id/accept',
  summary: 'Merge what arrived into the suggested customer; can be undone for 30 days (managers)',
  tag,
  access: member,
  params,
  response: Customer,
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const declineCustomerSuggestion = defineRoute({
  method: 'POST',
  path: '/api/customers/suggestions/:id/decline',
  summary: 'Say that these are two customers; it isn’t suggested again (managers)',
  tag,
  access: member,
  params,
  response: 'nothing',
  errors: ['not-allowed', 'not-found'],
})

const Pair = z.strictObject({
  sourceId: z.uuid().describe('The record that goes into the other one'),
  targetId: z.uuid().describe('The record that stays'),
})

export const previewCustomerMerge = defineRoute({
  method: 'GET',
  path: '/api/customers/merge-preview',
  summary: 'Show what merging two customers would make',
  tag,
  access: member,
  query: z.object(Pair.shape),
  response: z.object({
    source: Customer,
    target: Customer,
    merged: Customer.describe('What the target would be'),
    certificates: z.int().describe('How many certificates move'),
    notes: z.array(z.string()).describe('What to know before merging'),
  }),
  errors: ['not-allowed', 'not-found', 'conflict', 'invalid-input'],
})

export const mergeCustomers = defineRoute({
  method: 'POST',
  path: '/api/customers/merges',
  summary: 'Merge two customers; can be undone for 30 days (managers)',
  tag,
  access: member,
  body: Pair.extend({
    sourceVersion: Version,
    targetVersion: Version,
  }),
  response: z.object({ id: z.uuid(), customer: Customer, canUndoUntil: z.iso.datetime() }),
  status: 201,
  errors: ['not-allowed', 'not-found', 'conflict', 'invalid-input'],
})

export const undoCustomerMerge = defineRoute({
  method: 'POST',
  path: '/api/customers/merges/:id/undo',
  summary: 'Take two merged customers apart again, within 30 days (managers)',
  tag,
  access: member,
  params,
  response: z.object({ source: Customer, target: Customer }),
  errors: ['not-allowed', 'not-found', 'conflict', 'gone'],
})

export const moveCustomerCertificates = defineRoute({
  method: 'PUT',
  path: '/api/customers/certificates/:id',
  summary: 'Move the certificates of one buyer to another customer, or to a record of their own (managers)',
  tag,
  access: member,
  params: params.describe('The `linkId` of a certificate of the customer'),
  body: z.strictObject({ customerId: z.uuid().nullable().describe('Null makes a record of their own') }),
  response: z.object({ customer: Customer, matchedBy: MatchedBy }),
  errors: ['not-allowed', 'not-found', 'conflict'],
})
