import { z } from 'zod'
import { defineMail } from '../define-mail.ts'
import { button, heading, paragraph } from '../mail-content.ts'
import { PublicLink } from '../public-link.ts'

/** A new account's address has to be proved. */
export const verifyEmailMail = defineMail({
  name: 'verify-email',
  data: z.object({ link: z.instanceof(PublicLink) }),
  content: ({ link }) => ({
    subject: 'Verify your email address',
    blocks: [
      heading('Verify your email address'),
      paragraph('An Exempta account was made with this address. Verify that it is yours.'),
      button('Verify this address', link),
      paragraph('The link works once and for 24 hours.'),
      paragraph('If you did not register, ignore this mail.'),
    ],
  }),
})
