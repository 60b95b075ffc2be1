import { z } from 'zod'
import { button, defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'
import { PublicLink } from '../../platform/email/links.ts'

/** A notification as an email. */
export const notificationEmail = defineEmail({
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
