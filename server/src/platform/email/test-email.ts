import { z } from 'zod'
import { button, defineEmail, heading, paragraph } from './define-email.ts'
import { PublicLink } from './links.ts'

/** Sent when an administrator tests whether emails arrive. */
export const testEmail = defineEmail({
  name: 'test',
  data: z.object({ link: z.instanceof(PublicLink) }),
  content: ({ link }) => ({
    subject: 'Test mail from Exempta',
    blocks: [
      heading('Mail works'),
      paragraph('This mail was sent to test the settings.'),
      button('Open Exempta', link),
    ],
  }),
})
