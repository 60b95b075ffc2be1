import { z } from 'zod'
import { button, defineEmail, heading, paragraph } from './define-email.ts'
import { PublicLink } from './links.ts'

/** Sent when an administrator tests whether emails arrive. */
export const testEmail = defineEmail({
  name: 'test',
  data: z.object({ link: z.instanceof(PublicLink) }),
  content: ({ link }) => ({
    subject: 'Test email from Exempta',
    blocks: [
      heading('Email works'),
      paragraph('An administrator sent this email to test the email settings.'),
      button('Open Exempta', link),
    ],
  }),
})
