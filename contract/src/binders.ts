/** Audit binders: what a business hands to an auditor about one state and period. */
import { StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { anyone, only } from './access.ts'
import { SaleDecision } from './coverage/sale-outcome.ts'
import { PageQuery, pageOf } from './paging.ts'
import { defineRoute, fileOf } from './route.ts'

const tag = 'Audit binders'
const member = only('business')
const params = z.object({ id: z.uuid() })

/** Not with the other limits, which every page loads. */
export const binderLimits = {
  years: 7,
  listRows: 200_000,
  draftDays: 30,
  keptDays: 180,
  preparing: 3,
} as const

export const binderStatuses = ['draft', 'preparing', 'ready', 'failed', 'outdated'] as const
export type BinderStatus = (typeof binderStatuses)[number]

export const BinderCounts = z.object({
  sales: z.int().describe('Lines of the auditor’s list, each invoice once; without a list, recorded sales'),
  covered: z.int().describe('Sales that a certificate covers'),
  coveredLater: z.int().describe('Those among them that are covered by what came after the sale'),
  partly: z.int().describe('Sales of which a part of the tax was due'),
  taxed: z.int().describe('Sales that were taxed, so no certificate is needed'),
  notCovered: z.int().describe('Sales that the customer’s certificate doesn’t cover'),
  haveNone: z.int().describe('Sales without any certificate'),
  checks: z.int().describe('Receipts of the state and period that the binder lists'),
  withoutReference: z.int().describe('Receipts without an invoice number'),
  certificates: z.int().describe('Certificates that the binder holds'),
  canAsk: z.int().describe('Customers without a good certificate whose email address we know'),
})
export type BinderCounts = z.infer<typeof BinderCounts>

export const Binder = z.object({
  id: z.uuid(),
  state: StateCode,
  from: z.iso.date(),
  to: z.iso.date(),
  status: z.enum(binderStatuses),
  list: z
    .object({
      rows: z.int(),
      unknown: z.int().describe('Lines whose invoice number is on no receipt'),
      twice: z.int().describe('Lines whose invoice number is on an earlier line'),
    })
    .nullable()
    .describe('The auditor’s list of invoices; null without one'),
  counts: BinderCounts,
  asked: z.int().nullable().describe('How many customers were asked for a certificate; null if none yet'),
  progress: z.number().min(0).max(1).nullable().describe('While the file is being made'),
  sizeBytes: z.int().nullable(),
  requestedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  readyAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().describe('When it is deleted'),
})
export type Binder = z.infer<typeof Binder>

export const ListedBinder = Binder.extend({
  counts: BinderCounts.nullable().describe(
    'Null until the file is made: what is covered is counted when it’s opened',
  ),
})
export type ListedBinder = z.infer<typeof ListedBinder>

const Day = z.iso
  .date('Please enter a real date')
  .refine((day) => day >= '2000-01-01', 'Please enter a date after 1999')

/** The fields beside the file, which is called `file`, is optional and comes last. */
export const BinderForm = z
  .strictObject({
    state: z.string().regex(/^[A-Z]{2}$/, 'Please choose a state'),
    from: Day.optional().describe('With a list, its first day if it isn’t given'),
    to: Day.optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'Please choose a day on or after From',
  })
  .refine(({ from, to }) => !from || !to || to < yearsAfter(from, binderLimits.years), {
    path: ['to'],
    message: `A binder can cover up to ${binderLimits.years} years`,
  })
export type BinderForm = z.infer<typeof BinderForm>

const yearsAfter = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`

export const BinderSale = SaleDecision.extend({
  id: z.string(),
  line: z.int().nullable().describe('The line of the auditor’s list; null without a list'),
  on: z.iso.date().nullable().describe('Null where neither the list nor a receipt says it'),
  reference: z.string().nullable().describe('The invoice or order number'),
  customer: z.string().nullable().describe('Null once the name was erased, or where the list names no one'),
  amountCents: z.int().nullable(),
  code: z.string().nullable().describe('The receipt; null without one'),
  isRefund: z.boolean().describe('Listed with its receipt, and not counted as a sale'),
})
export type BinderSale = z.infer<typeof BinderSale>

/** As the business sees it. */
export const OwnBinderSale = BinderSale.extend({
  customerId: z.uuid().nullable().describe('The customer of the receipt; null without one'),
})
export type OwnBinderSale = z.infer<typeof OwnBinderSale>

export const listBinders = defineRoute({
  method: 'GET',
  path: '/api/binders',
  summary: 'List audit binders, newest first (managers)',
  tag,
  access: member,
  query: PageQuery,
  response: pageOf(ListedBinder),
  errors: ['not-allowed'],
})

export const createBinder = defineRoute({
  method: 'POST',
  path: '/api/binders',
  summary:
    'Start an audit binder for a state and period, or with the auditor’s list of invoices as CSV (managers)',
  tag,
  access: member,
  upload: true,
  response: Binder,
  status: 201,
  errors: ['not-allowed', 'malformed-request', 'unsupported-type', 'too-large'],
})

export const getBinder = defineRoute({
  method: 'GET',
  path: '/api/binders/:id',
  summary: 'Get an audit binder and how many of its sales are covered (managers)',
  tag,
  access: member,
  params,
  response: Binder,
  errors: ['not-allowed', 'not-found'],
})

export const listBinderSales = defineRoute({
  method: 'GET',
  path: '/api/binders/:id/sales',
  summary: 'List the sales of an audit binder, each with what is decided about it and why (managers)',
  tag,
  access: member,
  params,
  query: PageQuery.extend({
    show: z.enum(['all', 'gaps']).default('all').describe('`gaps`: only those that nothing covers'),
  }),
  response: pageOf(OwnBinderSale),
  errors: ['not-allowed', 'not-found'],
})

export const removeBinder = defineRoute({
  method: 'DELETE',
  path: '/api/binders/:id',
  summary: 'Delete an audit binder and its file (managers)',
  tag,
  access: member,
  params,
  response: 'nothing',
  errors: ['not-allowed', 'not-found'],
})

export const downloadUncovered = defineRoute({
  method: 'GET',
  path: '/api/binders/:id/missing',
  summary: 'Download the sales that no certificate covers, as CSV (managers)',
  tag,
  access: member,
  params,
  response: fileOf('text/csv; charset=utf-8').recordedAs('binder.export'),
  errors: ['not-allowed', 'not-found'],
})

export const askForMissing = defineRoute({
  method: 'POST',
  path: '/api/binders/:id/requests',
  summary: 'Ask the customers of sales that aren’t covered for a certificate, by email (managers)',
  tag,
  access: member,
  params,
  response: Binder,
  errors: ['not-allowed', 'not-found', 'conflict', 'business-not-active'],
})

export const makeBinder = defineRoute({
  method: 'POST',
  path: '/api/binders/:id/make',
  summary: 'Make the binder’s file. It takes a while; you’re notified when it’s ready (managers).',
  tag,
  access: member,
  params,
  response: Binder,
  status: 202,
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const downloadBinder = defineRoute({
  method: 'GET',
  path: '/api/binders/:id/file',
  summary: 'Download the binder as a ZIP file (managers)',
  tag,
  access: member,
  params,
  response: fileOf('application/zip').recordedAs('binder.download'),
  errors: ['not-allowed', 'not-found', 'gone'],
})

export const listKeys = defineRoute({
  method: 'GET',
  path: '/api/keys',
  summary: 'List the public keys that verify what this installation signs',
  tag,
  access: anyone,
  response: z.object({
    keys: z.array(
      z.object({
        id: z.uuid(),
        algorithm: z.literal('Ed25519'),
        publicKey: z.string().describe('32 bytes as base64'),
        createdAt: z.iso.datetime(),
      }),
    ),
  }),
})
