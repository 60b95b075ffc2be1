import { z } from 'zod'
import { defineMail } from '../define-mail.ts'
import { button, heading, paragraph } from '../mail-content.ts'
import { PublicLink } from '../public-link.ts'

/** A notification of the product, as a mail. */
export const notificationMail = defineMail({
  name: 'notification',
  data: z.object({
    title: z.string().min(1),
    text: z.string(),
    link: z.instanceof(PublicLink).optional(),
  }),
  content: ({ title, text, link }) => ({
    subject: title,
    blocks: [heading(title), paragraph(text), ...(link ? [button('Open in Exempta', link)] : [])],
  }),
})
