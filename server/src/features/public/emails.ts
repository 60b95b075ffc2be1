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
      heading('Thank you for writing to us'),
      paragraph(
        `Dear ${name},\nwe received your message. A person reads it, and the answer comes to this address.`,
      ),
      paragraph('If you did not write to us, you can ignore this mail.'),
    ],
  }),
})
