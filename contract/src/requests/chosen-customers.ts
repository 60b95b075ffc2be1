import { StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from '../access.ts'
import { defineRoute } from '../route.ts'
import { ManyLines, orNothing } from '../text.ts'
import { requestLimits } from './limits.ts'

/** Asking customers that were chosen from their records. Who gets an email is shown before anything is sent. */

const tag = 'Requests'
const member = only('business')

/** Why a chosen customer isn’t asked, in words. */
export const notAskedWords = {
  'no-address': 'No email address',
  'not-exempt': 'Said that they aren’t exempt',
  'no-email': 'Doesn’t want to be emailed',
  'has-certificate': 'You have a good certificate from them',
  'asked-lately': `You asked them within the last ${requestLimits.askedAgainDays} days`,
  twice: 'Another customer with the same address is asked',
} as const
export type NotAsked = keyof typeof notAskedWords

const ChosenCustomers = z.strictObject({
  customerIds: z
    .array(z.uuid())
    .min(1, 'Please choose a customer')
    .max(requestLimits.requestsAtOnce, `Please choose at most ${requestLimits.requestsAtOnce} at once`),
  state: z
    .union([z.literal('').transform(() => null), StateCode])
    .nullable()
    .describe('The state you need the certificate for; null for any'),
})

const Asked = z.object({ id: z.uuid(), name: z.string(), email: z.string() })
const Left = z.object({
  id: z.uuid(),
  name: z.string(),
  reason: z.enum(Object.keys(notAskedWords) as [NotAsked, ...NotAsked[]]),
})
const ChosenAnswer = z.object({
  asked: z.array(Asked).describe('Who gets an email, and at which address'),
  left: z.array(Left).describe('Who is left out, and why'),
})
export type ChosenAnswer = z.infer<typeof ChosenAnswer>

export const previewChosenCustomers = defineRoute({
  method: 'POST',
  path: '/api/requests/chosen-customers/preview',
  summary: 'Show which of these customers would be emailed, and who is left out (managers). Nothing is sent.',
  tag,
  access: member,
  body: ChosenCustomers,
  response: ChosenAnswer,
  errors: ['not-allowed', 'not-found'],
})

export const askChosenCustomers = defineRoute({
  method: 'POST',
  path: '/api/requests/chosen-customers',
  summary: 'Ask chosen customers for a certificate by email (managers)',
  tag,
  access: member,
  body: ChosenCustomers.extend({ message: orNothing(ManyLines(requestLimits.requestMessageLength)) }),
  freeText: ['message'],
  response: ChosenAnswer,
  errors: ['not-allowed', 'not-found', 'business-not-active', 'too-many-requests'],
})
