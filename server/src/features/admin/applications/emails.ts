import { z } from 'zod'
import { defineMail, heading, paragraph } from '../../../platform/email/define-email.ts'

/** To whoever applied. It quotes nothing of the letter: the address may be somebody else's. */
export const applicationReceivedEmail = defineMail({
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
