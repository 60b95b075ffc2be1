/** The ledger: what a business looked up about the numbers on the certificates that it received. */
import { StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { PageQuery, pageOf } from '../paging.ts'
import { member, params, tag } from '../review.ts'
import { defineRoute, fileOf } from '../route.ts'
import { OneLine, orNothing } from '../text.ts'

/** Not with the other limits, which every page loads. */
export const verificationLimits = { noteLength: 500, ofShare: 500 }

/** How a number was looked up. For files, Exempta finds the result by itself. */
export const verificationKinds = ['state-site', 'phone', 'irs-file', 'state-file'] as const
export type VerificationKind = (typeof verificationKinds)[number]

export const verificationResults = ['active', 'not-active', 'unclear'] as const
export type VerificationResult = (typeof verificationResults)[number]

export const verificationResultWords = {
  active: 'Active',
  'not-active': 'Not active',
  unclear: 'Couldn’t tell',
} as const satisfies Record<VerificationResult, string>

export const Verification = z.object({
  id: z.uuid(),
  state: StateCode,
  number: z.string(),
  kind: z.enum(verificationKinds),
  result: z.enum(verificationResults),
  checkedOn: z.iso.date(),
  dueOn: z.iso.date().nullable().describe('When to look it up again. Null: once is enough.'),
  source: z.string().nullable().describe('The state’s website, as published on that day'),
  fileDate: z.iso.date().nullable().describe('The date of the file that it was looked up in'),
  foundName: z.string().nullable().describe('The name that the file has for this number'),
  note: z.string().nullable(),
  hasProof: z.boolean().describe('There’s a screenshot'),
  by: z.string().nullable().describe('A team member or an API key. Null if the account was deleted.'),
  at: z.iso.datetime(),
})
export type Verification = z.infer<typeof Verification>

const InFile = z.object({
  fileDate: z.iso.date(),
  found: z
    .object({ name: z.string(), isActive: z.boolean(), details: z.string().nullable() })
    .nullable()
    .describe('Null: the number isn’t in the file'),
})

/** What is known about a number without asking anyone. */
export const NumberCheck = z.object({
  state: StateCode,
  number: z.string().nullable().describe('Null: it’s blacked out or missing'),
  format: z
    .enum(['fits', 'differs', 'unknown'])
    .describe('A right format doesn’t mean that the number is good'),
  formatText: z.string().nullable().describe('What numbers of this state look like'),
  irsFile: InFile.nullable().describe('Null: no file was loaded, or this isn’t a federal number'),
  stateFile: InFile.nullable().describe('Null: no file of this state was loaded'),
  lookUpAt: z.string().nullable().describe('The state’s website, without https://'),
  last: Verification.nullable().describe('The latest number check'),
})
export type NumberCheck = z.infer<typeof NumberCheck>

export const listVerifications = defineRoute({
  method: 'GET',
  path: '/api/received/:id/verifications',
  summary: 'Check the numbers of a certificate, and list what was looked up, newest first',
  tag,
  access: member,
  params,
  response: z.object({ numbers: z.array(NumberCheck), items: z.array(Verification) }),
  errors: ['not-allowed', 'not-found'],
})

export const CustomerVerification = Verification.extend({ receivedId: z.uuid() })
export type CustomerVerification = z.infer<typeof CustomerVerification>

export const listCustomerVerifications = defineRoute({
  method: 'GET',
  path: '/api/customers/:id/verifications',
  summary: 'List the number checks of a customer’s certificates, newest first',
  tag: 'Customers',
  access: member,
  params,
  query: PageQuery,
  response: pageOf(CustomerVerification),
  errors: ['not-allowed', 'not-found'],
})

const Looked = {
  state: z.string().regex(/^[A-Z]{2}$/, 'Please choose a state'),
  checkedOn: z.iso.date('Please enter a real date').optional().describe('Today, if it’s left out'),
}
const answered = {
  ...Looked,
  result: z.enum(verificationResults, 'Please choose a result'),
  note: orNothing(OneLine(verificationLimits.noteLength)).optional().default(null),
}

/** Files give the result themselves, as of now. */
export const NewVerification = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('state-site'), ...answered }),
  z.strictObject({ kind: z.literal('phone'), ...answered }),
  z.strictObject({ kind: z.literal('irs-file'), state: Looked.state }),
  z.strictObject({ kind: z.literal('state-file'), state: Looked.state }),
])
export type NewVerification = z.output<typeof NewVerification>

/** The field of the form with the screenshot. */
export const proofField = 'proof'
export const proofTypes = ['image/jpeg', 'image/png'] as const

/** A form with the fields of `NewVerification`, and maybe a screenshot. */
export const createVerification = defineRoute({
  method: 'POST',
  path: '/api/received/:id/verifications',
  summary: 'Add a number check (managers), with a screenshot if there is one',
  tag,
  access: member,
  params,
  upload: true,
  response: Verification,
  status: 201,
  errors: [
    'not-allowed',
    'not-found',
    'conflict',
    'malformed-request',
    'too-large',
    'invalid-input',
    'no-room',
    'unavailable',
  ],
})

export const openProof = defineRoute({
  method: 'GET',
  path: '/api/received/:id/verifications/:verificationId/proof',
  summary: 'Get the redacted screenshot of a number check',
  tag,
  access: member,
  params: params.extend({ verificationId: z.uuid() }),
  response: fileOf(...proofTypes).recordedAs('verification.open-proof'),
  errors: ['not-allowed', 'not-found'],
})

export const DueVerification = z.object({
  id: z.uuid().describe('The ID of the number check'),
  receivedId: z.uuid(),
  customer: z.string(),
  state: StateCode,
  number: z.string(),
  checkedOn: z.iso.date(),
  dueOn: z.iso.date(),
})
export type DueVerification = z.infer<typeof DueVerification>

export const listDueVerifications = defineRoute({
  method: 'GET',
  path: '/api/received/due',
  summary: 'List the numbers that are due to be looked up again, the earliest first',
  tag,
  access: member,
  query: PageQuery.extend({
    before: z.iso
      .date('Please enter a real date')
      .optional()
      .describe('Due before this day. The end of this month, if it’s left out.'),
  }),
  response: pageOf(DueVerification),
  errors: ['not-allowed'],
})
