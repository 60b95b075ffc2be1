/** Lists of sales: who bought without tax and without a good certificate, what that may cost, and an audit rehearsed. */
import { StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from '../access.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'

const tag = 'Lists of sales'
const member = only('business')
const params = z.object({ id: z.uuid() })

export const salesListLimits = { rows: 100_000, keptDays: 180, open: 20, sampledSales: 60 } as const

const Day = z.iso.date('Please enter a real date')

/** The fields beside the file, which is called `file` and comes last. They are for lists without dates. */
export const SalesListForm = z
  .strictObject({ from: Day.optional(), to: Day.optional() })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'Please choose a day on or after From',
  })

export const GapState = z.object({
  state: StateCode,
  binderId: z.uuid().describe('The binder of the same lines'),
  rows: z.int(),
})

export const ListedSalesList = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable().describe('Null if that account was deleted'),
  expiresAt: z.iso.datetime().describe('When it is deleted'),
  rows: z.int(),
  states: z.array(GapState),
  asked: z.int().nullable().describe('How many requests were made; null if none yet'),
})
export type ListedSalesList = z.infer<typeof ListedSalesList>

export const SalesList = ListedSalesList.extend({
  twice: z.int().describe('Lines whose invoice number is on an earlier line of the same state'),
  undated: z.int().describe('Lines without a date; they are judged as of `undatedOn`'),
  undatedOn: z.iso.date(),
  gaps: z.object({
    customers: z.int().describe('Customers who bought without tax and without a good certificate'),
    sales: z.int(),
    amountCents: z.int(),
    atRiskCents: z.int().describe('An estimate: amounts times the states’ general rates'),
    unratedCents: z.int().describe('Amounts in states whose rate we don’t know'),
    canAsk: z.int().describe('Customers among them whose email address we know'),
  }),
  rates: z
    .array(
      z.object({
        state: StateCode,
        percent: z.number().nullable().describe('Null if we don’t know it'),
        isCorrected: z.boolean().describe('Set by an administrator'),
        isUncertain: z.boolean(),
      }),
    )
    .describe('The rates of the estimate, for the states with gaps'),
})
export type SalesList = z.infer<typeof SalesList>

export const GapCustomer = z.object({
  key: z.string(),
  customerId: z.uuid().nullable().describe('Null if the list names no customer that we know'),
  number: z.string().nullable(),
  name: z.string().nullable(),
  states: z.array(StateCode),
  sales: z.int(),
  amountCents: z.int(),
  atRiskCents: z.int(),
  reason: z.string().describe('Why the largest of the sales isn’t covered'),
  canAsk: z.boolean(),
})
export type GapCustomer = z.infer<typeof GapCustomer>

export const listSalesLists = defineRoute({
  method: 'GET',
  path: '/api/sales-lists',
  summary: 'List the lists of sales, newest first (managers)',
  tag,
  access: member,
  query: PageQuery,
  response: pageOf(ListedSalesList),
  errors: ['not-allowed'],
})

export const createSalesList = defineRoute({
  method: 'POST',
  path: '/api/sales-lists',
  summary: 'Add a list of sales as CSV: customer number, state, amount, tax charged (managers)',
  tag,
  access: member,
  upload: true,
  response: SalesList,
  status: 201,
  errors: ['not-allowed', 'malformed-request', 'unsupported-type', 'too-large', 'conflict'],
})

export const getSalesList = defineRoute({
  method: 'GET',
  path: '/api/sales-lists/:id',
  summary: 'Get a list of sales with its gaps, as they are now (managers)',
  tag,
  access: member,
  params,
  response: SalesList,
  errors: ['not-allowed', 'not-found'],
})

export const listGapCustomers = defineRoute({
  method: 'GET',
  path: '/api/sales-lists/:id/customers',
  summary:
    'List customers who bought without tax and without a good certificate, the highest risk first (managers)',
  tag,
  access: member,
  params,
  query: PageQuery,
  response: pageOf(GapCustomer),
  errors: ['not-allowed', 'not-found'],
})

export const askForGaps = defineRoute({
  method: 'POST',
  path: '/api/sales-lists/:id/requests',
  summary: 'Ask these customers for certificates by email, once for each state (managers)',
  tag,
  access: member,
  params,
  response: SalesList,
  errors: ['not-allowed', 'not-found', 'conflict', 'business-not-active'],
})

export const removeSalesList = defineRoute({
  method: 'DELETE',
  path: '/api/sales-lists/:id',
  summary: 'Delete a list of sales. Binders whose file was made from it stay (managers).',
  tag,
  access: member,
  params,
  response: 'nothing',
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const Rehearsal = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  isSameSample: z.boolean().describe('The same sales as in the latest rehearsal'),
  sampled: z.int(),
  missing: z.int(),
  missingTaxCents: z.int(),
  projectedTaxCents: z.int().describe('An estimate for all sales without tax'),
})
export type Rehearsal = z.infer<typeof Rehearsal>

export const RehearsalView = z.object({
  untaxed: z.int().describe('Sales without tax, from which the sample is drawn'),
  runs: z.array(Rehearsal).describe('Newest first'),
  missing: z
    .array(
      z.object({
        id: z.string(),
        reference: z.string().nullable(),
        on: z.iso.date().nullable(),
        customer: z.string().nullable(),
        state: StateCode,
        amountCents: z.int(),
        reason: z.string(),
      }),
    )
    .describe('What an auditor who drew the latest sample would miss now'),
})
export type RehearsalView = z.infer<typeof RehearsalView>

export const getRehearsal = defineRoute({
  method: 'GET',
  path: '/api/sales-lists/:id/rehearsal',
  summary: 'Get the rehearsals of an audit of these sales (managers)',
  tag,
  access: member,
  params,
  response: RehearsalView,
  errors: ['not-allowed', 'not-found'],
})

export const rehearseAudit = defineRoute({
  method: 'POST',
  path: '/api/sales-lists/:id/rehearsal',
  summary: 'Rehearse an audit: look at a sample of the sales, and project what is missing (managers)',
  tag,
  access: member,
  params,
  body: z.strictObject({ isNewSample: z.boolean().describe('False looks at the latest sample again') }),
  response: RehearsalView,
  errors: ['not-allowed', 'not-found', 'conflict'],
})
