/**
 * The closed lists and codes of certificates. Apart from the shapes of the data files, because pages in the browser need
 * these alone.
 */
import { z } from 'zod'

export const reasons = [
  'resale',
  'federal-government',
  'state-government',
  'tribal',
  'diplomat',
  'charity',
  'religious',
  'education',
  'agriculture',
  'industrial',
  'direct-pay',
  'direct-mail',
  'other',
] as const
export const Reason = z.enum(reasons)
export type Reason = z.infer<typeof Reason>

/** What a purchase is. Rules name the kinds that they're about; what no rule names has to be checked. */
export const purchaseKinds = ['goods', 'service', 'meals', 'lodging', 'car-rental'] as const
export const PurchaseKind = z.enum(purchaseKinds)
export type PurchaseKind = z.infer<typeof PurchaseKind>

/** Of purchases by a government: whose it is, seen from the state of the sale. */
export const governments = ['federal', 'this-state', 'other-state', 'local'] as const

/** How a certificate says it, which may be good for several states. */
export const governmentKinds = ['federal', 'state', 'local'] as const
export const GovernmentKind = z.enum(governmentKinds)
export type GovernmentKind = z.infer<typeof GovernmentKind>

/** What kind of organization buys, where the reason alone doesn't say it. */
export const organizations = [
  'charity',
  'church',
  'public-school',
  'private-school',
  'hospital',
  'contractor',
] as const
export const Organization = z.enum(organizations)
export type Organization = z.infer<typeof Organization>

/** Who pays: the exempt buyer itself, or a person who may be paid back. */
export const payers = ['buyer', 'person'] as const

/** Besides the states: who issues employer numbers (EIN), and other countries. */
export const otherIssuers = ['US', 'XX'] as const

/** Who claims not to owe the tax, and why, as the laws of the states divide it. Finer than the reasons on forms. */
export const claims = [
  'resale',
  'resale-foreign-number',
  'federal',
  'state-agency',
  'local-government',
  'other-states-government',
  'charity',
  'religious',
  'public-school',
  'private-school',
  'hospital',
  'farm',
  'manufacturing',
  'tribe',
  'diplomat',
  'direct-pay',
  'contractor',
  'export-or-interstate',
] as const
export const Claim = z.enum(claims)
export type Claim = z.infer<typeof Claim>

export const FormCode = z.string().regex(/^[a-z0-9]+(-[a-z0-9.]+)*$/)
export const StateCode = z.string().regex(/^[A-Z]{2}$/)

/** Everything a form asks for, in the words of the product. */
export const fieldNames = [
  'purchaser',
  'purchaser-address',
  'seller',
  'seller-address',
  'number',
  'number-state',
  'reason',
  'business',
  'items',
  'single',
  'blanket',
  'period-from',
  'ends-on',
  'signature',
  'signer',
  'title',
  'signed-on',
  'driver-license',
  'ssn',
] as const
export const FieldName = z.enum(fieldNames)
export type FieldName = z.infer<typeof FieldName>

/** Papers that people send in place of a certificate. None of them makes a purchase exempt. */
export const NotACertificate = z.enum([
  'w-9',
  'irs-letter',
  'sellers-permit',
  'workers-compensation',
  'credit-application',
  'government-id',
  'payment-card',
  'driver-license',
  'passport',
  'identity-card',
  'social-security-card',
  'health-card',
  'check',
  'blank-page',
])
export type NotACertificate = z.infer<typeof NotACertificate>

/** What can be known about a government card without keeping a digit of it. */
export const cardPrograms = ['smartpay', 'other', 'unknown'] as const
export const cardLines = ['travel', 'purchase', 'fleet', 'integrated', 'unknown'] as const
export const cardBillings = ['central', 'individual', 'split', 'unknown'] as const
export const CardClass = z.strictObject({
  program: z.enum(cardPrograms),
  line: z.enum(cardLines),
  billing: z.enum(cardBillings),
})
export type CardClass = z.infer<typeof CardClass>
