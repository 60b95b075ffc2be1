/** What a question about coverage is asked with. */
import { z } from 'zod'
import { Day } from './schema.ts'
import { FormCode, Reason } from './terms.ts'

export const purchaseKinds = ['goods', 'service', 'meals', 'lodging', 'car-rental'] as const

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
  /** The last day somebody looked the number up and found it valid. */
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
  kind: z.enum(purchaseKinds),
  amountCents: z.int().min(0).nullable(),
})
export type Facts = z.infer<typeof Facts>
