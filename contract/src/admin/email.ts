import { z } from 'zod'
import { only } from '../access.ts'
import { TwoFactorCode } from '../codes.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { TypedPassword } from '../people.ts'
import { defineRoute } from '../route.ts'
import { SearchText } from '../text.ts'

const tag = 'Mail'
const admin = only('admin')

/** `kept`: no mail server is configured, so the email can only be read here. */
export const emailStates = ['queued', 'kept', 'sent', 'failed'] as const
export const EmailState = z.enum(emailStates)
export type EmailState = z.infer<typeof EmailState>

export const OutboxEmail = z.object({
  id: z.uuid(),
  recipient: z.string(),
  subject: z.string(),
  template: z.string().describe('Which kind of email it is'),
  status: EmailState,
  attempts: z.int().min(0),
  lastError: z
    .string()
    .nullable()
    .describe('Why the last attempt failed: a category, never the server’s own words'),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
})
export type OutboxEmail = z.infer<typeof OutboxEmail>

export const emailSorts = ['newest', 'oldest'] as const

export const listEmails = defineRoute({
  method: 'GET',
  path: '/api/admin/mails',
  summary: 'List queued, kept, sent and failed emails',
  tag,
  access: admin,
  query: PageQuery.extend({
    search: SearchText.optional().describe('Part of the recipient’s address or the subject'),
    status: EmailState.optional(),
    sort: z.enum(emailSorts).default('newest'),
  }),
  response: pageOf(OutboxEmail).extend({
    hasMailServer: z.boolean().describe('False: emails are kept, and their links and codes can be revealed'),
  }),
})

const params = z.object({ id: z.uuid() })

/** A POST, because reading someone else's email is recorded. */
export const readEmail = defineRoute({
  method: 'POST',
  path: '/api/admin/mails/:id/text',
  summary: 'Read an email without its links and codes',
  tag,
  access: admin,
  params,
  response: z.object({
    text: z.string(),
    hidesSecrets: z.boolean().describe('Whether links or codes were left out of the text'),
    canReveal: z.boolean().describe('Whether they can be revealed, because no mail server is configured'),
  }),
  errors: ['not-found'],
})

/** Links and codes act in someone else's name, so the people they concern are notified. */
export const revealEmail = defineRoute({
  method: 'POST',
  path: '/api/admin/mails/:id/reveal',
  summary:
    'Read an email with its links and codes while no mail server is configured. The people concerned are notified.',
  tag,
  access: admin,
  throttle: 'guess',
  params,
  body: z.strictObject({
    password: TypedPassword,
    code: TwoFactorCode.optional().describe('Required for administrators who use two-factor'),
  }),
  response: z.object({
    text: z.string(),
    secrets: z.array(z.string()).describe('Only the links and codes, as they appear in the text'),
  }),
  errors: ['not-found', 'wrong-password', 'wrong-code', 'conflict', 'too-many-requests'],
})

export const resendEmail = defineRoute({
  method: 'POST',
  path: '/api/admin/mails/:id/resend',
  summary: 'Resend a failed email',
  tag,
  access: admin,
  params,
  response: OutboxEmail,
  errors: ['not-found', 'cannot-resend'],
})
