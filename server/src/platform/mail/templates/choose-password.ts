import { z } from 'zod'
import { defineMail } from '../define-mail.ts'
import { button, heading, paragraph } from '../mail-content.ts'
import { PublicLink } from '../public-link.ts'

/** Somebody else made the account; its person opens it with an own password. */
export const choosePasswordMail = defineMail({
  name: 'choose-password',
  data: z.object({ link: z.instanceof(PublicLink) }),
  content: ({ link }) => ({
    subject: 'Your Exempta account is ready',
    blocks: [
      heading('Your account is ready'),
      paragraph('An Exempta account was made for this address. Choose a password to open it.'),
      button('Choose a password', link),
      paragraph('The link works once and for 7 days.'),
    ],
  }),
})
