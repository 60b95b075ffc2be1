import type { Facts } from '@exempta/knowledge/facts'
import { CardClass, payers, StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from './access.ts'
import { coverageLimits } from './coverage/limits.ts'
import { SaleDecision } from './coverage/sale-outcome.ts'
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
  paidBy: z
    .enum(payers)
    .optional()
    .describe(
      '`buyer`: the exempt organization pays with its own money, check or card. `person`: someone who may be paid back. Left out: not known.',
    ),
}

/** Said when a sale is recorded. */
export const isTaxed = z
  .boolean()
  .nullable()
  .describe('Whether sales tax was charged; null if that isn’t known')

/** What a green answer stands on, each with a rule of high confidence. */
export const grounds = ['paper', 'claim', 'in-force'] as const

export const CoverageReason = z.object({
  code: z.string(),
  text: z.string(),
  step: z.string().nullable().default(null).describe('The one thing to do about it'),
  ground: z
    .enum(grounds)
    .nullable()
    .default(null)
    .describe(
      'Of an answer without questions: which of its three reasons this is. The paper is accepted, the claim is granted, or it’s in force.',
    ),
  rule: z
    .object({
      id: z.string(),
      text: z.string(),
      source: z.string(),
      address: z.string().nullable(),
      quote: z.string().nullable(),
      seenOn: z.iso.date().describe('When the source was read, or the report about it'),
      isRead: z.boolean().default(false).describe('False: others report it, and we haven’t read the source'),
      page: z.string().nullable().default(null).describe('Where the rule is published with its history'),
      readBy: z.string().default('Exempta').describe('Who read it: Exempta, or who made the rules file'),
    })
    .nullable()
    .describe('The published rule behind it; null where the certificate or the review says so'),
})
export type CoverageReason = z.infer<typeof CoverageReason>

const Customer = z.object({ id: z.uuid(), name: z.string() })

/** A manager settled what was open. */
export const Accepted = z.object({
  reason: z.string(),
  by: z.string().nullable().describe('Null once they left the business'),
  on: z.iso.date(),
  until: z.iso.date(),
})
export type Accepted = z.infer<typeof Accepted>

export const CoveragePart = z.object({
  text: z.string(),
  ratePercent: z
    .number()
    .nullable()
    .describe('The rate to charge; null if it’s the usual rate less something'),
  lessPercent: z.number().nullable().describe('What to take off the usual rate'),
})
export type CoveragePart = z.infer<typeof CoveragePart>

export const CoverageAnswer = z.object({
  customer: Customer.nullable().describe('Null if we know no such customer'),
  state: StateCode,
  on: z.iso.date(),
  kind: PurchaseKind,
  verdict: Verdict,
  reasons: z.array(CoverageReason).describe('The deciding one first'),
  part: CoveragePart.nullable().describe('What to charge, where a part of the tax is due'),
  local: z.array(z.string()).describe('Local taxes to know about'),
  notes: z.array(z.string()).describe('What to know about the answer itself'),
  accepted: Accepted.nullable().describe('What a manager settled, and the answer rests on'),
  canAccept: z.boolean().describe('Whether a manager can settle what is open'),
  asksWhoPays: z.boolean().describe('The answer depends on who pays. Ask again with `paidBy`.'),
  expiresOn: z.iso.date().nullable(),
  receivedId: z.uuid().nullable().describe('The certificate that decided; only managers see it'),
  answeredAt: z.iso.datetime(),
})
export type CoverageAnswer = z.infer<typeof CoverageAnswer>

export const CoverageCustomer = Customer.extend({
  place: z.string().nullable().describe('City and state, as far as the customer’s record has an address'),
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
  part: CoveragePart.nullable(),
  local: z.array(z.string()),
  accepted: Accepted.nullable(),
  canAccept: z.boolean().describe('Whether a manager can settle what is open'),
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

/** What a manager settles once: from then on it isn't asked again for this certificate and state. */

export const Acceptance = Accepted.extend({
  id: z.uuid(),
  state: StateCode,
  isInForce: z.boolean().describe('False once the certificate or a rule changed, or its last day has passed'),
})
export type Acceptance = z.infer<typeof Acceptance>

export const NewAcceptance = z.strictObject({
  receivedId: z.uuid(),
  state: State,
  kind: PurchaseKind.default('goods'),
  reason: OneLine(coverageLimits.allowedReasonLength, { missing: 'Please say why' }),
  until: z.iso.date('Please choose a day'),
})

export const createAcceptance = defineRoute({
  method: 'POST',
  path: '/api/coverage/acceptances',
  summary: 'Settle what is open about a certificate in a state, until a day (managers)',
  tag,
  access: member,
  body: NewAcceptance,
  freeText: ['reason'],
  response: Acceptance,
  status: 201,
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const listAcceptances = defineRoute({
  method: 'GET',
  path: '/api/coverage/acceptances',
  summary: 'List what was settled about a certificate, and today’s answer for each of its states',
  tag,
  access: member,
  query: z.object({ receivedId: z.uuid() }),
  response: z.object({
    items: z.array(Acceptance),
    answers: z.array(
      z.object({
        state: StateCode,
        verdict: Verdict,
        reasons: z.array(CoverageReason),
        canAccept: z.boolean(),
      }),
    ),
  }),
  errors: ['not-allowed', 'not-found'],
})

export const endAcceptance = defineRoute({
  method: 'DELETE',
  path: '/api/coverage/acceptances/:id',
  summary: 'End what was settled, so that the question is open again (managers)',
  tag,
  access: member,
  params: z.object({ id: z.uuid() }),
  response: 'nothing',
  errors: ['not-allowed', 'not-found'],
})

/** Receipts: what was answered at a sale, kept as it was. */

export const CoverageReceipt = CoverageAnswer.omit({ canAccept: true, asksWhoPays: true }).extend({
  id: z.uuid(),
  code: z.string().describe('To write on the invoice'),
  card: z
    .string()
    .nullable()
    .describe('The kind of government card that paid, where the sale has no customer'),
  amountCents: z.int().nullable(),
  reference: z.string().nullable(),
  isOwnUse: z.boolean(),
  paidBy: z.enum(payers).nullable().describe('Who paid; null if not stated'),
  isTaxed,
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
    isTaxed: isTaxed.default(null),
    reference: Reference.describe('The invoice or order number'),
    locationId: z.uuid().nullable(),
    allowedReason: orNothing(OneLine(coverageLimits.allowedReasonLength)),
  }),
  freeText: ['reference', 'allowedReason'],
  response: CoverageReceipt,
  status: 201,
  errors: ['not-allowed', 'not-found'],
})

const ReceiptFilter = z.object({
  search: SearchText.optional().describe('A receipt code, or an invoice or order number'),
  customerId: z.uuid().optional().describe('Only receipts of this customer'),
  state: State.optional(),
  verdict: Verdict.optional(),
  from: Day.optional().describe('The first day of sale'),
  to: Day.optional().describe('The last day of sale'),
})
export type ReceiptFilter = z.output<typeof ReceiptFilter>

export const listChecks = defineRoute({
  method: 'GET',
  path: '/api/coverage/checks',
  summary: 'List saved receipts, newest first',
  tag,
  access: member,
  query: PageQuery.extend(ReceiptFilter.shape),
  response: pageOf(CoverageReceipt),
  errors: ['not-allowed'],
})

export const downloadChecks = defineRoute({
  method: 'GET',
  path: '/api/coverage/checks/csv',
  summary: 'Download every matching receipt as CSV',
  tag,
  access: member,
  query: ReceiptFilter,
  response: fileOf('text/csv; charset=utf-8').recordedAs('coverage-check.export'),
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
      .describe(
        'The same question to the rules of that day; null once the customer’s data was erased, and for cards',
      ),
    decision: SaleDecision.describe('What is decided about the sale now, as an audit binder would say it'),
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

export const saveCardCheck = defineRoute({
  method: 'POST',
  path: '/api/counter/card/checks',
  summary:
    'Save the answer for a sale that is paid with a government card as a receipt. Only the kind of card is kept.',
  tag,
  access: member,
  body: z.strictObject({
    card: CardClass.describe('What is known about the card. No digit of it is sent.'),
    state: Sale.state,
    kind: Sale.kind,
    amountCents: Sale.amountCents,
    isTaxed: isTaxed.default(null),
    reference: Reference.describe('The invoice or order number'),
    locationId: z.uuid().nullable(),
    allowedReason: orNothing(OneLine(coverageLimits.allowedReasonLength)),
  }),
  freeText: ['reference', 'allowedReason'],
  response: CoverageReceipt,
  status: 201,
  errors: ['not-allowed', 'not-found'],
})

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
