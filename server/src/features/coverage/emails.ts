import { z } from 'zod'
import { button, defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'
import { PublicLink } from '../../platform/email/links.ts'

/** Sent to the owner of a certificate the first time that a business relies on it. */
export const reliedOnEmail = defineEmail({
  name: 'certificate-relied-on',
  data: z.object({ title: z.string(), message: z.string(), link: z.instanceof(PublicLink) }),
  content: ({ title, message, link }) => ({
    subject: title,
    blocks: [
      heading(title),
      paragraph(message),
      paragraph(
        'The copy is what you shared, with everything hidden that you hid. The business can only use it as proof for ' +
          'an audit.',
      ),
      button('See who has it', link),
    ],
  }),
})
