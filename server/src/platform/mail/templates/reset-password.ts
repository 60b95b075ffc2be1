import { z } from 'zod'
import { defineMail } from '../define-mail.ts'
import { button, heading, paragraph } from '../mail-content.ts'
import { PublicLink } from '../public-link.ts'

/** Somebody asked for a new password. */
export const resetPasswordMail = defineMail({
  name: 'reset-password',
  data: z.object({ link: z.instanceof(PublicLink) }),
  content: ({ link }) => ({
    subject: 'Choose a new password for Exempta',
    blocks: [
      heading('Choose a new password'),
      paragraph('Somebody, hopefully you, asked for a new password for your account.'),
      button('Choose a new password', link),
      paragraph('The link works once and for 30 minutes. All devices will be signed out.'),
      paragraph('If you did not ask for this, ignore this mail: nothing changes.'),
    ],
  }),
})
