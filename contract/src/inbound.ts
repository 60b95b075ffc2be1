import { z } from 'zod'
import { only } from './access.ts'
import { PageQuery, pageOf } from './paging.ts'
import { defineRoute } from './route.ts'

/**
 * Emails that customers send to a business: answers to requests, and everything else. What nobody vouches for waits for
 * a manager.
 */

const tag = 'Emails'
const member = only('business')
const params = z.object({ id: z.uuid() })

export const emailStatusWords = {
  arrived: 'Being read',
  waiting: 'Waiting for you',
  accepted: 'Accepted',
  discarded: 'Discarded',
  bounce: 'Not delivered',
  automatic: 'Automatic answer',
  own: 'Our own email',
} as const
export type EmailStatus = keyof typeof emailStatusWords
export const EmailStatus = z.enum(Object.keys(emailStatusWords) as [EmailStatus, ...EmailStatus[]])

/** Why an email waits for a manager. */
export const waitingReasons = {
  'not-authentic': 'We couldn’t confirm that it really came from this address.',
  stranger: 'You didn’t ask this address for a certificate.',
  closed: 'The request is closed.',
  automatic: 'It was sent automatically, not by a person.',
  'no-attachment': 'There’s nothing attached that we can add.',
  unreadable: 'We couldn’t read this email. It’s damaged or not built like an email.',
} as const
export type WaitingReason = keyof typeof waitingReasons
export const WaitingReason = z.enum(Object.keys(waitingReasons) as [WaitingReason, ...WaitingReason[]])

const Attachment = z.object({
  name: z.string(),
  sizeBytes: z.int(),
  refusal: z.string().nullable().describe('Why we can’t add it; null if we can'),
})

export const ReceivedEmail = z.object({
  id: z.uuid(),
  status: EmailStatus,
  reason: WaitingReason.nullable().describe('Why it waits'),
  sender: z.string().nullable().describe('The address it says it’s from'),
  subject: z.string().nullable(),
  requestId: z.uuid().nullable().describe('The request that it answers'),
  attachments: z.array(Attachment),
  importId: z.uuid().nullable().describe('Where its attachments are read'),
  questions: z.int().describe('How many attachments need a look'),
  arrivedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable().describe('Null if no one had to decide, or that account was deleted'),
})
export type ReceivedEmail = z.infer<typeof ReceivedEmail>

export const checkResults = ['pass', 'fail', 'none'] as const

export const ReceivedEmailDetails = ReceivedEmail.extend({
  text: z.string().nullable().describe('The beginning of the text, until it’s decided'),
  checks: z
    .object({ spf: z.enum(checkResults), dkim: z.enum(checkResults), dmarc: z.enum(checkResults) })
    .describe('What the sender’s domain publishes about its emails, compared with this one'),
})
export type ReceivedEmailDetails = z.infer<typeof ReceivedEmailDetails>

export const emailLists = ['waiting', 'all'] as const

export const getEmailAddress = defineRoute({
  method: 'GET',
  path: '/api/emails/address',
  summary: 'Get the address to which customers can email certificates (managers)',
  tag,
  access: member,
  response: z.object({
    address: z.string().nullable().describe('Null where emails aren’t received'),
  }),
  errors: ['not-allowed'],
})

export const listReceivedEmails = defineRoute({
  method: 'GET',
  path: '/api/emails',
  summary: 'List the emails that customers sent, newest first (managers)',
  tag,
  access: member,
  query: PageQuery.extend({ list: z.enum(emailLists).default('waiting') }),
  response: pageOf(ReceivedEmail),
  errors: ['not-allowed'],
})

export const getReceivedEmail = defineRoute({
  method: 'GET',
  path: '/api/emails/:id',
  summary: 'Get an email that a customer sent (managers)',
  tag,
  access: member,
  params,
  response: ReceivedEmailDetails,
  errors: ['not-allowed', 'not-found'],
})

export const acceptReceivedEmail = defineRoute({
  method: 'POST',
  path: '/api/emails/:id/accept',
  summary: 'Add the attachments of an email that waits (managers)',
  tag,
  access: member,
  params,
  response: ReceivedEmailDetails,
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const discardReceivedEmail = defineRoute({
  method: 'POST',
  path: '/api/emails/:id/discard',
  summary: 'Delete the text and the attachments of an email that waits (managers)',
  tag,
  access: member,
  params,
  response: ReceivedEmailDetails,
  errors: ['not-allowed', 'not-found', 'conflict'],
})
