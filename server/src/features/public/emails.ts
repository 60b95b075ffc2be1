import { z } from 'zod'
import { defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'

/**
 * Sent to a person who wrote to support. Quotes nothing from the message, because the address may be someone
 * else's.
 */
export const contactReceivedEmail = defineEmail({
  name: 'contact-received',
  data: z.object({ name: z.string().min(1) }),
  content: ({ name }) => ({
    subject: 'We received your message',
    blocks: [
      heading('Thanks for contacting us'),
      paragraph(`Hello ${name},\nWe received your message. Our support team will reply to this address.`),
      paragraph('If you didn’t contact us, you can ignore this email.'),
    ],
  }),
})
