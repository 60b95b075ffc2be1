import { z } from 'zod'
import { defineEmail, heading, paragraph } from '../../../platform/email/define-email.ts'

/** Sent to the applicant. Quotes nothing from the letter, because the address may be someone else's. */
export const applicationReceivedEmail = defineEmail({
  name: 'application-received',
  data: z.object({ name: z.string().min(1), position: z.string().optional() }),
  content: ({ name, position }) => ({
    subject: position ? `We received your application for ${position}` : 'We received your application',
    blocks: [
      heading('Thank you for applying'),
      paragraph(
        `Hello ${name},\nThank you for ${position ? `applying for ${position}` : 'your application'}. We read every application and will get back to you either way.`,
      ),
      paragraph('If you didn’t apply, you can ignore this email or ask us to delete the application.'),
    ],
  }),
})
