import { z } from 'zod'
import { defineEmail, heading, paragraph } from '../../../platform/email/define-email.ts'

/** Sent to the applicant. Quotes nothing from the letter, because the address may be someone else's. */
export const applicationReceivedEmail = defineEmail({
  name: 'application-received',
  data: z.object({ name: z.string().min(1), position: z.string().optional() }),
  content: ({ name, position }) => ({
    subject: 'We received your application',
    blocks: [
      heading('Thank you for applying'),
      paragraph(
        `Dear ${name},\nwe received your ${position ? `application for ${position}` : 'general application'} and your resume. A person reads every application. You will hear from us either way.`,
      ),
      paragraph(
        'If you did not apply to us, you can ignore this mail, or ask us to delete what we received.',
      ),
    ],
  }),
})
