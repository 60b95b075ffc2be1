import { StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from './access.ts'
import { accountLimits } from './accounts/limits.ts'
import { customerLimits } from './customers/limits.ts'
import { PageQuery, pageOf } from './paging.ts'
import { defineRoute } from './route.ts'
import { stateNames } from './states.ts'
import { ExactLine, ManyLines, orNothing, SearchText } from './text.ts'
import { verdicts, verdictWords } from './verdict.ts'
import { Version } from './whole-numbers.ts'

/**
 * Customers as records: what a business knows about a buyer. What their certificates cover is derived from the
 * certificates that are linked to the record. Everything here belongs to one business; its viewers only read it.
 */

const tag = 'Customers'
const member = only('business')
const params = z.object({ id: z.uuid() })

/** Today's answer for a customer in a state; `none` where they buy and no certificate is for that state. */
export const customerAnswers = [...verdicts, 'none'] as const
export const CustomerAnswerCode = z.enum(customerAnswers)
export type CustomerAnswerCode = z.infer<typeof CustomerAnswerCode>
export const customerAnswerWords: Record<CustomerAnswerCode, string> = {
  covered: verdictWords.covered.title,
  'charge-part': verdictWords['charge-part'].title,
  check: verdictWords.check.title,
  'not-covered': verdictWords['not-covered'].title,
  none: 'No certificate',
}

/** How a certificate came to a record. `own`: the record was made from it. */
export const matchWords = {
  own: 'The record was made from it',
  request: 'It answers a request to this customer',
  number: 'Same number and name',
  email: 'Same email address',
  hand: 'A team member chose it',
} as const
export type MatchedBy = keyof typeof matchWords
export const MatchedBy = z.enum(Object.keys(matchWords) as [MatchedBy, ...MatchedBy[]])

/** Why a certificate may belong to a record. Someone on the team decides. */
export const suggestionWords = {
  request: 'It answers a request to this customer',
  sheet: 'The separator sheet before it is for this customer',
  number: 'Same number',
  email: 'Same email address',
  'name-state': 'Same name and state',
  name: 'Same name',
} as const
export type SuggestionReason = keyof typeof suggestionWords
export const SuggestionReason = z.enum(
  Object.keys(suggestionWords) as [SuggestionReason, ...SuggestionReason[]],
)

/** What people type. Texts are used as typed, so what looks like a card number is refused. */
const State = z
  .string('Please choose a state, as two letters such as TX')
  .transform((code) => code.trim().toUpperCase())
  .refine((code) => Object.hasOwn(stateNames, code), 'Please choose a state, as two letters such as TX')
const tooLongName = `Please use at most ${customerLimits.nameLength} characters`
export const CustomerNumber = ExactLine(customerLimits.numberLength, { missing: 'Please enter a number' })
export const CustomerTag = ExactLine(customerLimits.tagLength, { missing: 'Please enter a tag' })
const CustomerName = ExactLine(customerLimits.nameLength, {
  missing: 'Please enter a name',
  tooLong: tooLongName,
})
const Email = z
  .union([
    z.literal(''),
    ExactLine(accountLimits.emailLength, { tooLong: 'This email address is too long' })
      .pipe(z.email('Please enter a valid email address'))
      .transform((address) => address.toLowerCase()),
  ])
  .nullable()
  .transform((address) => address || null)

export const CustomerContact = z.strictObject({
  name: orNothing(ExactLine(customerLimits.nameLength)).default(null),
  email: Email.default(null),
  phone: orNothing(ExactLine(customerLimits.phoneLength)).default(null),
})
export type CustomerContact = z.output<typeof CustomerContact>

export const CustomerAddress = z.strictObject({
  street: orNothing(ExactLine(customerLimits.streetLength)).default(null),
  city: orNothing(ExactLine(customerLimits.cityLength)).default(null),
  state: State.describe('Where they buy: the answer for this state is kept for the customer'),
  postalCode: orNothing(ExactLine(customerLimits.postalCodeLength)).default(null),
})
export type CustomerAddress = z.output<typeof CustomerAddress>

/** What a business writes down about a customer. Every field that is left out is empty. */
export const CustomerInput = z.strictObject({
  number: orNothing(ExactLine(customerLimits.numberLength))
    .default(null)
    .describe('Your own customer number; no two customers have the same, whatever its case'),
  name: CustomerName,
  otherNames: z
    .array(CustomerName)
    .max(customerLimits.otherNames)
    .default([])
    .describe('Trade names and former names'),
  contacts: z.array(CustomerContact).max(customerLimits.contacts).default([]),
  addresses: z.array(CustomerAddress).max(customerLimits.addresses).default([]),
  parentId: z.uuid().nullable().default(null).describe('The customer that this one belongs to'),
  tags: z.array(CustomerTag).max(customerLimits.tags).default([]),
  note: orNothing(ManyLines(customerLimits.noteLength)).default(null),
})
export type CustomerInput = z.output<typeof CustomerInput>

const Contact = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})
const Address = z.object({
  street: z.string().nullable(),
  city: z.string().nullable(),
  state: StateCode,
  postalCode: z.string().nullable(),
})
const Named = z.object({ id: z.uuid(), name: z.string() })

/** The answer of the list: the best of what the certificates of the record say. */
export const CustomerStateAnswer = z.object({
  state: StateCode,
  answer: CustomerAnswerCode,
  expiresOn: z.iso.date().nullable().describe('The last day of the certificate behind it'),
  isMissing: z
    .boolean()
    .describe('They buy here, or a certificate was for here, and nothing covers it today'),
})
export type CustomerStateAnswer = z.infer<typeof CustomerStateAnswer>

export const Customer = z.object({
  id: z.uuid(),
  number: z.string().nullable(),
  name: z.string(),
  otherNames: z.array(z.string()),
  contacts: z.array(Contact),
  addresses: z.array(Address),
  parent: Named.nullable(),
  tags: z.array(z.string()),
  note: z.string().nullable(),
  isInactive: z.boolean(),
  version: z.int().describe('Send it with a change: a change based on an older version is refused'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Customer = z.infer<typeof Customer>

export const CustomerRow = Customer.pick({
  id: true,
  number: true,
  name: true,
  otherNames: true,
  tags: true,
  isInactive: true,
  updatedAt: true,
}).extend({
  email: z.string().nullable().describe('Of the first contact that has one'),
  answers: z.array(CustomerStateAnswer),
})
export type CustomerRow = z.infer<typeof CustomerRow>

const Flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const Day = z.iso.date('Please enter a real date')

export const CustomerFilter = z.object({
  search: SearchText.optional().describe(
    'The beginning of a name, other name, customer number or email address, or the end of a certificate’s number',
  ),
  state: State.optional(),
  answer: CustomerAnswerCode.optional(),
  missing: Flag.optional().describe('`true`: something is missing; with a state, in that state'),
  expiresBefore: Day.optional(),
  tag: CustomerTag.optional(),
  inactive: Flag.default(false).describe('`true`: only inactive ones; otherwise only active ones'),
})
export type CustomerFilter = z.output<typeof CustomerFilter>

export const listCustomers = defineRoute({
  method: 'GET',
  path: '/api/customers',
  summary: 'List customers by name, each with today’s answer for every state',
  tag,
  access: member,
  query: PageQuery.extend(CustomerFilter.shape),
  response: pageOf(CustomerRow),
  errors: ['not-allowed'],
})

/** One record, with everything that its page shows at once. The lists of the page are in `customers/page.ts`. */
export const CustomerPage = Customer.extend({
  answers: z.array(
    CustomerStateAnswer.extend({
      missingSince: z.iso
        .date()
        .nullable()
        .describe('The first day without cover; null if it isn’t missing or isn’t known'),
    }),
  ),
  children: z.array(Named).describe('The first customers that belong to this one'),
  mergedInto: Named.nullable().describe('Set if this record was merged: everything is at the other one'),
  merges: z
    .array(
      z.object({
        id: z.uuid(),
        customer: Named.describe('The record that was merged into this one'),
        mergedAt: z.iso.datetime(),
        canUndoUntil: z.iso.datetime(),
      }),
    )
    .describe('Merges that can still be undone, the newest first'),
})
export type CustomerPage = z.infer<typeof CustomerPage>

export const getCustomer = defineRoute({
  method: 'GET',
  path: '/api/customers/:id',
  summary: 'Get a customer with today’s answer for every state, what is missing, and since when',
  tag,
  access: member,
  params,
  response: CustomerPage,
  errors: ['not-allowed', 'not-found'],
})

export const createCustomer = defineRoute({
  method: 'POST',
  path: '/api/customers',
  summary: 'Add a customer (managers)',
  tag,
  access: member,
  body: CustomerInput,
  freeText: ['note'],
  response: Customer,
  status: 201,
  errors: ['not-allowed', 'conflict'],
})

const version = Version.describe('Of the record that the change is based on')

export const updateCustomer = defineRoute({
  method: 'PUT',
  path: '/api/customers/:id',
  summary: 'Change a customer (managers)',
  tag,
  access: member,
  params,
  body: CustomerInput.extend({ version }),
  freeText: ['note'],
  response: Customer,
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const setCustomerInactive = defineRoute({
  method: 'PUT',
  path: '/api/customers/:id/inactive',
  summary: 'Set a customer inactive, or active again (managers)',
  tag,
  access: member,
  params,
  body: z.strictObject({ isInactive: z.boolean() }),
  response: Customer,
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const removeCustomer = defineRoute({
  method: 'DELETE',
  path: '/api/customers/:id',
  summary: 'Delete a customer who has no certificates (managers)',
  tag,
  access: member,
  params,
  response: 'nothing',
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const listCustomerTags = defineRoute({
  method: 'GET',
  path: '/api/customers/tags',
  summary: 'List the tags in use',
  tag,
  access: member,
  response: z.object({ items: z.array(z.string()) }),
  errors: ['not-allowed'],
})

export const tagCustomers = defineRoute({
  method: 'POST',
  path: '/api/customers/tags',
  summary: 'Add and remove tags of several customers (managers)',
  tag,
  access: member,
  body: z.strictObject({
    ids: z.array(z.uuid()).min(1).max(customerLimits.taggedAtOnce),
    add: z.array(CustomerTag).max(customerLimits.tags).default([]),
    remove: z.array(CustomerTag).max(customerLimits.tags).default([]),
  }),
  response: z.object({ changed: z.int() }),
  errors: ['not-allowed', 'invalid-input'],
})
