import { z } from 'zod'
import { defineMail } from '../define-mail.ts'
import { button, heading, paragraph } from '../mail-content.ts'
import { PublicLink } from '../public-link.ts'

/** An administrator asks whether mail arrives. */
export const testMail = defineMail({
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
