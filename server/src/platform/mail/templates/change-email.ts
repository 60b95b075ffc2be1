import { z } from 'zod'
import { defineMail } from '../define-mail.ts'
import { button, heading, paragraph } from '../mail-content.ts'
import { PublicLink } from '../public-link.ts'

/** To the new address of an account. */
export const changeEmailMail = defineMail({
  name: 'change-email',
  data: z.object({ link: z.instanceof(PublicLink) }),
  content: ({ link }) => ({
    subject: 'Confirm your new email address',
    blocks: [
      heading('Confirm your new email address'),
      paragraph('Somebody, hopefully you, wants to use this address for an Exempta account.'),
      button('Use this address', link),
      paragraph('The link works once and for 24 hours. Until then the account keeps its old address.'),
      paragraph('If you did not ask for this, ignore this mail: nothing changes.'),
    ],
  }),
})
