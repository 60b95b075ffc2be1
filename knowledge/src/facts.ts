/** What a question about coverage is asked with. */
import { z } from 'zod'
import { Day } from './schema.ts'
import {
  FormCode,
  type GovernmentKind,
  governments,
  organizations,
  PurchaseKind,
  payers,
  Reason,
} from './terms.ts'

export { purchaseKinds } from './terms.ts'

/**
 * A manager's answer to one open question about one certificate: "They aren't registered in Washington. Accept until Dec 31."
 * It names the question and what it rested on, so it stops counting when the rule changes.
 */
export const Settled = z.strictObject({
  /** `id` and `basis` of the question, as `coverage` gave them. */
  question: z.string().max(120),
  basis: z.string().max(40),
  state: z.string().length(2),
  by: z.string().max(300),
  on: Day,
  /** The last day it counts. */
  until: Day,
})
export type Settled = z.infer<typeof Settled>

export const Facts = z.strictObject({
  /** Where the goods change hands, as two letters. */
  state: z.string().trim().toUpperCase().min(2).max(2),
  /** The day of the sale there. */
  on: Day,
  /** Null when we do not know the form. */
  form: FormCode.nullable(),
  reason: Reason.nullable(),
  /** The states that the certificate was filled in for; empty when the form is for one state only. */
  states: z.array(z.string().length(2)).max(60),
  number: z.string().max(300).nullable(),
  /** The last day someone looked the number up and found it valid. */
  numberVerifiedOn: Day.nullable(),
  /** Whom it is made out to, and who asks. */
  seller: z.string().max(300).nullable(),
  businessName: z.string().max(300),
  /** Null when neither box is marked. */
  isBlanket: z.boolean().nullable(),
  signedOn: Day.nullable(),
  printedEnd: Day.nullable(),
  hasSignature: z.boolean(),
  review: z.enum(['pending', 'verified', 'rejected']),
  /** The day on which the customer stopped sharing it, if ever. */
  revokedOn: Day.nullable(),
  lastPurchaseOn: Day.nullable(),
  kind: PurchaseKind,
  amountCents: z.int().min(0).nullable(),
  /** The day on which the seller got the certificate. */
  receivedOn: Day.nullable().default(null),
  /** It came on paper, by fax included; false when it was filled in electronically. */
  isPaper: z.boolean().nullable().default(null),
  /** Whose government, where the reason is one. */
  government: z.enum(governments).nullable().default(null),
  organization: z.enum(organizations).nullable().default(null),
  /** Who issued the number: a state; `US` for an employer number (EIN), `XX` for another country. Null: not said. */
  numberState: z.string().length(2).nullable().default(null),
  /** Whether the buyer is registered for sales tax in the state of the sale, or has to be. */
  isRegistered: z.boolean().nullable().default(null),
  /** The percentage that is claimed, where not everything is. */
  percent: z.number().min(0).max(100).nullable().default(null),
  /** Other names of the business that asks, such as its trade names. */
  sellerNames: z.array(z.string().max(300)).max(50).default([]),
  /** What a reviewer looked at, and found in order. */
  sellerSeenOn: Day.nullable().default(null),
  signatureSeenOn: Day.nullable().default(null),
  /** Who pays: the exempt buyer itself, or a person who may be paid back. */
  paidBy: z.enum(payers).nullable().default(null),
  /** Everything that the form asks for is attached. */
  hasAttachments: z.boolean().nullable().default(null),
  /** A driver's license number stood on it, and we hid it: some states let a license stand in for a number. */
  hasHiddenLicense: z.boolean().default(false),
  settled: z.array(Settled).max(100).default([]),
})
export type Facts = z.infer<typeof Facts>

/** What isn't known about most certificates. Spread it first where facts are put together. */
export const unknownFacts = {
  receivedOn: null,
  isPaper: null,
  government: null,
  organization: null,
  numberState: null,
  isRegistered: null,
  percent: null,
  sellerNames: [],
  sellerSeenOn: null,
  signatureSeenOn: null,
  paidBy: null,
  hasAttachments: null,
  hasHiddenLicense: false,
  settled: [],
} satisfies Partial<Facts>

/** Whose government it is, as seen from a state: the counties of other states are other states' governments. */
export function governmentIn(
  { government, governmentState }: { government: GovernmentKind | null; governmentState: string | null },
  state: string,
): Facts['government'] {
  if (government === null || government === 'federal') return government
  if (governmentState === null) return null
  if (governmentState !== state) return 'other-state'
  return government === 'state' ? 'this-state' : 'local'
}
