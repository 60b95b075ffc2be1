import { z } from 'zod'
import { defineMail, heading, paragraph } from '../../platform/email/define-email.ts'

/** To whoever wrote to support. It quotes nothing of the message: the address may be somebody else's. */
export const contactReceivedEmail = defineMail({
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
