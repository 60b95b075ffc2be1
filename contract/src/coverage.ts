import type { Facts } from '@exempta/knowledge/facts'
import { CardClass, StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from './access.ts'
import { coverageLimits } from './coverage/limits.ts'
import { PageQuery, pageOf } from './paging.ts'
import { defineRoute, fileOf } from './route.ts'
import { stateNames } from './states.ts'
import { OneLine, orNothing, SearchText } from './text.ts'
import { Verdict } from './verdict.ts'

const tag = 'Coverage'
const member = only('business')
const owner = only('user')

/** Every answer is about the certificate, never about what is sold. */
export const aboutItems = 'Your register decides what is taxable. Exempta doesn’t give legal advice.'

export const purchaseKinds = [
  'goods',
  'service',
  'meals',
  'lodging',
  'car-rental',
] as const satisfies readonly Facts['kind'][]
export const PurchaseKind = z.enum(purchaseKinds, `Please choose one of ${purchaseKinds.join(', ')}`)
export type PurchaseKind = z.infer<typeof PurchaseKind>
export const purchaseKindWords: Record<PurchaseKind, string> = {
  goods: 'Goods',
  service: 'Services',
  meals: 'Meals',
  lodging: 'Rooms',
  'car-rental': 'Cars',
}

/** A state, district or territory: nothing is sold in a place that doesn't exist. */
const State = z
  .string('Please choose a state, as two letters such as TX')
  .transform((code) => code.trim().toUpperCase())
  .refine((code) => Object.hasOwn(stateNames, code), 'Please choose a state, as two letters such as TX')
const Day = z.iso
  .date('Please enter a real date')
  .refine((day) => day >= '2000-01-01', 'Please enter a date after 1999')
const AmountCents = z.int().min(0).max(coverageLimits.amountMaxCents)

/** The sale that is asked about. */
export const Sale = {
  state: State.describe('Where the goods change hands: the ship-to state, or the store’s'),
  on: Day.optional().describe('The day of the sale; today in that state if it isn’t given'),
  kind: PurchaseKind.default('goods').describe('What is sold'),
  amountCents: AmountCents.optional(),
  isOwnUse: z.boolean().default(false).describe('The customer uses it and doesn’t resell it'),
}

export const CoverageReason = z.object({
  code: z.string(),
  text: z.string(),
  rule: z
    .object({
      id: z.string(),
      text: z.string(),
      source: z.string(),
      address: z.string().nullable(),
      quote: z.string().nullable(),
      seenOn: z.iso.date().describe('When we last looked at the source'),
    })
    .nullable()
    .describe('The published rule behind it; null where the certificate or the review says so'),
})
export type CoverageReason = z.infer<typeof CoverageReason>

const Customer = z.object({ id: z.uuid(), name: z.string() })

export const CoverageAnswer = z.object({
  customer: Customer.nullable().describe('Null if we know no such customer'),
  state: StateCode,
  on: z.iso.date(),
  kind: PurchaseKind,
  verdict: Verdict,
  reasons: z.array(CoverageReason).describe('The deciding one first'),
  notes: z.array(z.string()).describe('What to know about the answer itself'),
  expiresOn: z.iso.date().nullable(),
  receivedId: z.uuid().nullable().describe('The certificate that decided; only managers see it'),
  answeredAt: z.iso.datetime(),
})
export type CoverageAnswer = z.infer<typeof CoverageAnswer>

export const CoverageCustomer = Customer.extend({
  hint: z
    .string()
    .nullable()
    .describe('Part of the email address, where several customers have the same name'),
})
export type CoverageCustomer = z.infer<typeof CoverageCustomer>

export const searchCustomers = defineRoute({
  method: 'GET',
  path: '/api/coverage/customers',
  summary:
    'Find customers by the beginning of a name or email address, or by the last four digits of a number',
  tag,
  access: member,
  query: z.object({ search: SearchText }),
  response: z.object({ items: z.array(CoverageCustomer) }),
  errors: ['not-allowed'],
})

const Flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')

export const askCoverage = defineRoute({
  method: 'GET',
  path: '/api/coverage/customers/:id',
  summary: 'Ask whether a purchase of a customer is covered. Nothing is saved.',
  tag,
  access: member,
  params: z.object({ id: z.uuid() }),
  query: z.object({
    ...Sale,
    amountCents: z.coerce.number().pipe(AmountCents).optional(),
    isOwnUse: Flag,
  }),
  response: CoverageAnswer,
  errors: ['not-allowed'],
})

/** What a business may keep of a certificate that it relied on. Below `shares`, so that it's refetched with them. */
export const KeptCopy = z.object({
  id: z.uuid(),
  business: z.string(),
  document: z.string().describe('What you called it when the business first relied on it'),
  state: StateCode,
  reliedOn: z.iso.date().describe('The last tax-free purchase that relied on it'),
  until: z.iso.date().describe('The last day on which the business may keep it'),
})
export type KeptCopy = z.infer<typeof KeptCopy>

export const listKeptCopies = defineRoute({
  method: 'GET',
  path: '/api/shares/kept-copies',
  summary:
    'List the copies of your certificates that businesses may keep because they relied on them, newest first',
  tag,
  access: owner,
  query: PageQuery,
  response: pageOf(KeptCopy),
})

/** Locations of the business. Their path is below `business`, so that changes to the business refetch them. */

export const LocationInput = z.strictObject({
  name: OneLine(coverageLimits.locationNameLength, { missing: 'Please enter a name' }),
  state: State,
  kind: PurchaseKind.nullable().default(null).describe('What it sells; null until someone says so'),
})
export const Location = z.object({
  id: z.uuid(),
  name: z.string(),
  state: StateCode,
  kind: PurchaseKind.nullable(),
})
export type Location = z.infer<typeof Location>

export const listLocations = defineRoute({
  method: 'GET',
  path: '/api/business/locations',
  summary: 'List the locations of your business',
  tag,
  access: member,
  response: z.object({ items: z.array(Location) }),
  errors: ['not-allowed'],
})

export const createLocation = defineRoute({
  method: 'POST',
  path: '/api/business/locations',
  summary: 'Add a location (managers)',
  tag,
  access: member,
  body: LocationInput,
  freeText: ['name'],
  response: Location,
  status: 201,
  errors: ['not-allowed', 'conflict'],
})

export const updateLocation = defineRoute({
  method: 'PUT',
  path: '/api/business/locations/:id',
  summary: 'Change a location (managers)',
  tag,
  access: member,
  params: z.object({ id: z.uuid() }),
  body: LocationInput,
  freeText: ['name'],
  response: Location,
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const removeLocation = defineRoute({
  method: 'DELETE',
  path: '/api/business/locations/:id',
  summary: 'Remove a location (managers)',
  tag,
  access: member,
  params: z.object({ id: z.uuid() }),
  response: 'nothing',
  errors: ['not-allowed', 'not-found'],
})

/** The list of everything that is covered or not. */

const CoverageFilter = z.object({
  search: SearchText.optional().describe('The beginning of a name or email address'),
  state: State.optional(),
  verdict: Verdict.optional(),
  expiresBefore: Day.optional(),
})
export type CoverageFilter = z.output<typeof CoverageFilter>

export const CoverageRow = z.object({
  id: z.string(),
  customer: Customer,
  state: StateCode,
  verdict: Verdict,
  reasons: z.array(CoverageReason),
  expiresOn: z.iso.date().nullable(),
  receivedId: z.uuid().nullable().describe('The document; null once it isn’t shared anymore'),
})
export type CoverageRow = z.infer<typeof CoverageRow>

export const listCoverage = defineRoute({
  method: 'GET',
  path: '/api/coverage',
  summary: 'List customers and states with today’s answer and its reasons',
  tag,
  access: member,
  query: PageQuery.extend(CoverageFilter.shape),
  response: pageOf(CoverageRow),
  errors: ['not-allowed'],
})

export const downloadCoverage = defineRoute({
  method: 'GET',
  path: '/api/coverage/csv',
  summary: 'Download every matching customer and state as CSV',
  tag,
  access: member,
  query: CoverageFilter,
  response: fileOf('text/csv; charset=utf-8').recordedAs('coverage.export'),
  errors: ['not-allowed'],
})

/** Receipts: what was answered at a sale, kept as it was. */

export const CoverageReceipt = CoverageAnswer.extend({
  id: z.uuid(),
  code: z.string().describe('To write on the invoice'),
  amountCents: z.int().nullable(),
  reference: z.string().nullable(),
  isOwnUse: z.boolean(),
  location: z.string().nullable(),
  allowedReason: z.string().nullable().describe('A manager allowed it anyway, for this reason'),
  refundOf: z.string().nullable().describe('The code of the receipt that this is a refund of'),
  savedBy: z.string().nullable().describe('A team member or an API key'),
  savedAt: z.iso.datetime(),
})
export type CoverageReceipt = z.infer<typeof CoverageReceipt>

const Reference = orNothing(OneLine(coverageLimits.referenceLength))

export const saveCheck = defineRoute({
  method: 'POST',
  path: '/api/coverage/checks',
  summary: 'Save the answer for a sale as a receipt. Managers can allow a sale anyway and say why.',
  tag,
  access: member,
  body: z.strictObject({
    customerId: z.uuid(),
    ...Sale,
    reference: Reference.describe('The invoice or order number'),
    locationId: z.uuid().nullable(),
    allowedReason: orNothing(OneLine(coverageLimits.allowedReasonLength)),
  }),
  freeText: ['reference', 'allowedReason'],
  response: CoverageReceipt,
  status: 201,
  errors: ['not-allowed', 'not-found'],
})

export const listChecks = defineRoute({
  method: 'GET',
  path: '/api/coverage/checks',
  summary: 'List saved receipts, newest first',
  tag,
  access: member,
  query: PageQuery.extend({
    search: SearchText.optional().describe('A receipt code, or an invoice or order number'),
  }),
  response: pageOf(CoverageReceipt),
  errors: ['not-allowed'],
})

export const getCheck = defineRoute({
  method: 'GET',
  path: '/api/coverage/checks/:id',
  summary: 'Get a receipt, and answer its question again with the rules as they were',
  tag,
  access: member,
  params: z.object({ id: z.uuid() }),
  response: CoverageReceipt.extend({
    replayed: z
      .object({ verdict: Verdict, reasons: z.array(CoverageReason) })
      .nullable()
      .describe('The same question to the rules of that day; null once the customer’s data was erased'),
    refundable: z
      .object({ leftCents: z.int().nullable().describe('Null for a sale without an amount') })
      .nullable()
      .describe('What is left of the sale; null if that is nothing, and for refunds'),
  }),
  errors: ['not-allowed', 'not-found'],
})

export const refundCheck = defineRoute({
  method: 'POST',
  path: '/api/coverage/checks/:id/refunds',
  summary:
    'Save a refund of what is left of a sale, or of a part of it. It gets the answer of its receipt, whatever is true today.',
  tag,
  access: member,
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    amountCents: AmountCents.min(1, 'Please enter an amount above zero')
      .optional()
      .describe('Everything that is left if it isn’t given. A sale without an amount is refunded once.'),
    reference: Reference,
  }),
  freeText: ['reference'],
  response: CoverageReceipt,
  status: 201,
  errors: ['not-allowed', 'not-found', 'conflict'],
})

/**
 * Government cards. The answer for a state is found in the page, from published rules, so that a photo is the only thing
 * about a card that is ever sent.
 */
export const cardPhotoField = 'card'

export const readCounterCard = defineRoute({
  method: 'POST',
  path: '/api/counter/card',
  summary: 'Read what kind of government card a photo of its front shows. Nothing of the photo is stored.',
  tag,
  access: member,
  upload: true,
  response: CardClass,
  errors: [
    'not-allowed',
    'malformed-request',
    'unsupported-type',
    'too-large',
    'invalid-input',
    'unavailable',
  ],
})
