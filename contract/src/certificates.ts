import {
  FieldName,
  FormCode,
  GovernmentKind,
  NotACertificate,
  Organization,
  otherIssuers,
  Reason,
  StateCode,
} from '@exempta/knowledge/terms'
import { z } from 'zod'
import { anyone, only } from './access.ts'
import { certificateLimits } from './certificates/limits.ts'
import { documentLimits } from './documents/limits.ts'
import { Quad } from './documents.ts'
import { defineRoute } from './route.ts'
import { stateNames } from './states.ts'
import { ExactLine, OneLine, orNothing } from './text.ts'
import { Version } from './whole-numbers.ts'

const tag = 'Exemptions'
const owner = only('user')

/** What a certificate can be given for, in words. */
export const reasonWords = {
  resale: 'Resale',
  'federal-government': 'Federal government',
  'state-government': 'State or local government',
  tribal: 'Tribal government or member',
  diplomat: 'Foreign diplomat',
  charity: 'Charity',
  religious: 'Religious organization',
  education: 'School or university',
  agriculture: 'Agriculture',
  industrial: 'Manufacturing or industry',
  'direct-pay': 'Direct pay permit',
  'direct-mail': 'Direct mail',
  other: 'Other reason',
} as const satisfies Record<Reason, string>

/** Whose government buys, in words. */
export const governmentWords = {
  federal: 'The federal government',
  state: 'A state or one of its agencies',
  local: 'A county, city or district',
} as const satisfies Record<GovernmentKind, string>

/** What kind of organization buys, in words. */
export const organizationWords = {
  charity: 'Charity',
  church: 'Church or other religious organization',
  'public-school': 'Public school',
  'private-school': 'Private school',
  hospital: 'Hospital',
  contractor: 'Contractor of an exempt organization',
} as const satisfies Record<Organization, string>

/** Which of the two is asked for a reason: laws treat them differently, and forms often don't say it. */
export const asksForGovernment = (reason: Reason | null) =>
  reason === 'state-government' || reason === 'federal-government'
export const asksForOrganization = (reason: Reason | null) =>
  reason === 'charity' || reason === 'religious' || reason === 'education'

/** What to tell someone who sent another paper than a certificate. */
export const notACertificateTexts = {
  'w-9': 'This looks like a W-9. It isn’t proof of an exemption by itself.',
  'irs-letter':
    'This looks like an IRS letter. It isn’t proof of an exemption from sales tax by itself. Some states ask for it together with their own form.',
  'sellers-permit':
    'This looks like a seller’s permit. It lets a business sell, but it isn’t proof of an exemption. Give a resale certificate instead.',
  'workers-compensation':
    'This looks like a workers’ compensation exemption. It has nothing to do with sales tax.',
  'credit-application': 'This looks like a credit application. It isn’t proof of an exemption.',
  'government-id': 'Please don’t upload government ID cards. Copying them is against the law.',
  'payment-card': 'This looks like a payment card. It isn’t a certificate, so there’s nothing to confirm.',
  'driver-license':
    'This looks like a driver’s license or state ID. It isn’t a certificate, so there’s nothing to confirm.',
  passport: 'This looks like a passport. It isn’t a certificate, so there’s nothing to confirm.',
  'identity-card': 'This looks like an ID card. It isn’t a certificate, so there’s nothing to confirm.',
  'social-security-card':
    'This looks like a Social Security card. It isn’t a certificate, so there’s nothing to confirm.',
  'health-card': 'This looks like a health card. It isn’t a certificate, so there’s nothing to confirm.',
  check: 'This looks like a check. It isn’t a certificate, so there’s nothing to confirm.',
  'blank-page': 'This page is blank.',
} as const satisfies Record<NotACertificate, string>

/** What such a paper is called. */
export const paperNames = {
  'w-9': 'W-9',
  'irs-letter': 'IRS letter',
  'sellers-permit': 'Seller’s permit',
  'workers-compensation': 'Workers’ compensation exemption',
  'credit-application': 'Credit application',
  'government-id': 'Government ID card',
  'payment-card': 'Card',
  'driver-license': 'Driver’s license',
  passport: 'Passport',
  'identity-card': 'ID card',
  'social-security-card': 'Social Security card',
  'health-card': 'Health card',
  check: 'Check',
  'blank-page': 'Blank page',
} as const satisfies Record<NotACertificate, string>

export const FormSummary = z.object({
  code: FormCode,
  name: z.string(),
  title: z.string(),
  revision: z.string().nullable(),
  newerRevision: z.string().nullable().describe('The state has published a newer one'),
  address: z.string().nullable().describe('Where it’s published, as far as we know'),
  states: z.array(StateCode),
  reasons: z.array(Reason).describe('What it can be given for'),
  namesSeller: z.boolean(),
})
export type FormSummary = z.infer<typeof FormSummary>

export const ReadField = z.object({
  page: z.int(),
  name: FieldName,
  value: z.string(),
  state: StateCode.nullable().describe('The state that a number is for, where the form says it'),
  quad: Quad.describe('Where it was read'),
  isSure: z.boolean().describe('False if someone should check it'),
})
export type ReadField = z.infer<typeof ReadField>

const Day = z.iso.date('Please enter a real date')
const longest = certificateLimits.readValueLength

const Signed = {
  isBlanket: z.boolean().nullable().describe('False: for one purchase. Null when it doesn’t say.'),
  hasSignature: z.boolean('Say whether it’s signed'),
  signedOn: Day.nullable(),
  expiresOn: Day.nullable().describe('The end date that is printed or written on it'),
}

const Issuer = z
  .string()
  .refine(
    (code) => Object.hasOwn(stateNames, code) || otherIssuers.some((one) => one === code),
    'Please choose who issued the number',
  )
  .nullable()
  .default(null)
  .describe('Who issued the number: a state; `US` for an EIN, `XX` for another country. Null: not stated.')

/** Who buys, more exactly than the reason says it. */
const Buyer = {
  government: GovernmentKind.nullable().default(null).describe('Whose government, where the reason is one'),
  governmentState: StateCode.nullable()
    .default(null)
    .describe('The state that this government or agency belongs to'),
  organization: Organization.nullable().default(null).describe('What kind of organization it is'),
}

/** What a certificate says. */
const Stated = z.object({
  form: FormCode.nullable().describe('Null for forms we don’t know'),
  purchaser: z.string(),
  seller: z.string().nullable().describe('Null when it names no seller'),
  reason: Reason.nullable(),
  ...Signed,
  ...Buyer,
  states: z.array(z.object({ state: StateCode, number: z.string().nullable(), issuedBy: Issuer })),
})

export const Exemption = Stated.extend({
  pages: z.array(z.int()).describe('The pages of the file that belong to it'),
  confirmedAt: z.iso.datetime(),
})
export type Exemption = z.infer<typeof Exemption>

/** Something that the certificate lacks or that speaks against it, with the rule behind it. */
export const ExemptionNote = z.object({
  state: StateCode,
  text: z.string(),
  rule: z
    .object({
      text: z.string(),
      source: z.string(),
      address: z.string().nullable(),
      quote: z.string().nullable(),
    })
    .nullable(),
})
export type ExemptionNote = z.infer<typeof ExemptionNote>

/** One certificate in a file: what was read on its pages. */
export const ReadCertificate = z.object({
  pages: z.array(z.int()),
  form: FormSummary.nullable(),
  edition: z
    .enum(['older', 'other'])
    .nullable()
    .describe('Set when it isn’t the edition of the form that we know. Nothing on it is sure then.'),
  printedRevision: z
    .string()
    .nullable()
    .describe('The revision that it prints, where that isn’t the one of the form’s first blank'),
  hasHiddenLicense: z
    .boolean()
    .describe('A license number was hidden where the certificate asks for one to identify the purchaser'),
  isEmpty: z.boolean().describe('A known form that nothing was written on'),
  fields: z.array(ReadField),
  suggestion: Stated.extend({
    purchaser: z.string().nullable(),
    hasSignature: z.boolean().nullable().describe('Null when no signature was looked for'),
  }).describe('What the owner can confirm'),
  isSure: z.boolean().describe('Everything was read for sure, and nothing is missing'),
  notes: z.array(ExemptionNote),
})
export type ReadCertificate = z.infer<typeof ReadCertificate>

export const DocumentReading = z.object({
  version: z.int(),
  isRead: z.boolean().describe('False while it waits to be read'),
  notACertificate: NotACertificate.nullable().describe('The file is another kind of paper'),
  certificates: z.array(ReadCertificate).describe('Usually one'),
  confirmed: Exemption.nullable(),
  confirmedForm: FormSummary.nullable().describe(
    'The form that the owner named. Null for forms we don’t know.',
  ),
  confirmedNotes: z.array(ExemptionNote),
  signedHere: z
    .object({
      signer: z.string(),
      title: z.string(),
      email: z.string(),
      signedAt: z.iso.datetime(),
      isUnchanged: z
        .boolean()
        .describe('False after more of it was hidden: the file is no longer as it was signed'),
    })
    .nullable()
    .describe('Set when it was made and signed on Exempta'),
  undone: Exemption.nullable().describe('What was confirmed before the confirmation was undone'),
  businesses: z.int().describe('How many businesses can use it now'),
})
export type DocumentReading = z.infer<typeof DocumentReading>

/** The same for a business that received the document. How many others have it, and what was undone, is none of its business. */
export const ReceivedReading = DocumentReading.omit({ version: true, businesses: true, undone: true })
export type ReceivedReading = z.infer<typeof ReceivedReading>

export const listForms = defineRoute({
  method: 'GET',
  path: '/api/forms',
  summary: 'List the forms that we know, for someone whose form wasn’t recognized',
  tag,
  access: anyone,
  response: z.object({ forms: z.array(FormSummary) }),
})

const params = z.object({ id: z.uuid() })

export const getReading = defineRoute({
  method: 'GET',
  path: '/api/documents/:id/reading',
  summary: 'Get what was read on a document, where, and what its owner confirmed',
  tag,
  access: owner,
  params,
  response: DocumentReading,
  errors: ['not-found'],
})

export const confirmExemption = defineRoute({
  method: 'PUT',
  path: '/api/documents/:id/exemption',
  summary: 'Confirm what a certificate says. The businesses that have it can use it from then on.',
  tag,
  access: owner,
  params,
  body: z.strictObject({
    form: FormCode.nullable(),
    purchaser: OneLine(longest, { missing: 'Please enter who the certificate is for' }),
    seller: orNothing(OneLine(longest)),
    reason: Reason.nullable(),
    ...Signed,
    ...Buyer,
    states: z
      .array(z.strictObject({ state: StateCode, number: orNothing(ExactLine(longest)), issuedBy: Issuer }))
      .min(1, 'Please choose at least one state')
      .max(60)
      .refine((all) => new Set(all.map(({ state }) => state)).size === all.length, {
        message: 'Please name each state once',
      }),
    pages: z.array(z.int().min(1).max(documentLimits.documentPages)).min(1).max(documentLimits.documentPages),
    version: Version.describe('The version of the document that the page shows'),
    shown: z.iso
      .datetime()
      .nullable()
      .describe('When what the page shows was confirmed, so that no other tab is overruled'),
  }),
  freeText: ['purchaser', 'seller'],
  response: DocumentReading,
  errors: ['not-found', 'conflict', 'not-processed', 'needs-check'],
})

export const withdrawExemption = defineRoute({
  method: 'DELETE',
  path: '/api/documents/:id/exemption',
  summary:
    'Undo the confirmation. Businesses can’t rely on it anymore. What was confirmed is kept for its owner.',
  tag,
  access: owner,
  params,
  response: DocumentReading,
  errors: ['not-found'],
})
