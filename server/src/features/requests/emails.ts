import { requestWords } from '@exempta/contract/requests'
import { shareLimits } from '@exempta/contract/sharing/limits'
import { z } from 'zod'
import { button, code, defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'
import { PublicLink, Secret } from '../../platform/email/links.ts'

/** Asks a customer. It has no tracking pixel: we know that it was opened when its page is. */
export const requestEmail = defineEmail({
  name: 'certificate-request',
  data: z.object({
    business: z.string(),
    state: z.string().nullable(),
    subject: z.string().nullable().optional(),
    message: z.string().nullable(),
    isReminder: z.boolean(),
    link: z.instanceof(PublicLink),
    canReply: z.boolean(),
  }),
  content: ({ business, state, subject, message, isReminder, link, canReply }) => {
    const title = `${business} is requesting your ${state ? `${state} ` : ''}exemption certificate`
    const line = subject ?? title
    return {
      subject: isReminder ? `Reminder: ${line}` : line,
      blocks: [
        heading(title),
        paragraph(requestWords),
        ...(message ? [paragraph(`Message from ${business}:\n${message}`)] : []),
        button('Open the request', link),
        ...(canReply
          ? [paragraph('Or reply to this email and attach your certificate as a PDF, JPG or PNG.')]
          : []),
        paragraph(
          'You don’t need an account. The page never asks for a password before you’ve sent your certificate.',
        ),
        paragraph(
          'To stop these emails, open the request and choose “I’m not exempt” or “Don’t email me again”.',
        ),
      ],
    }
  },
})

/** Confirms the address of someone who sends a certificate without an account. */
export const requestCodeEmail = defineEmail({
  name: 'certificate-request-code',
  data: z.object({ business: z.string(), code: z.instanceof(Secret) }),
  content: ({ business, code: secret }) => ({
    subject: `Your code to send your certificate to ${business}`,
    blocks: [
      heading('Your code'),
      code(secret),
      paragraph(
        `Enter this code on the page where you asked for it. It works once and expires in ${shareLimits.shareCodeMs / 60_000} minutes.`,
      ),
      paragraph(
        'If you didn’t ask for a code, you can ignore this email. Never share this code with anyone.',
      ),
    ],
  }),
})
