import { z } from 'zod'
import { button, defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'
import { PublicLink } from '../../platform/email/links.ts'

/** Sent to the owner of an account that can now be opened with a company account. */
export const companyLinkedEmail = defineEmail({
  name: 'company-linked',
  data: z.object({ business: z.string(), at: z.date(), help: z.instanceof(PublicLink) }),
  content: ({ business, at, help }, { moment }) => ({
    subject: 'Your account is linked to a company account',
    blocks: [
      heading('Your account is linked to a company account'),
      paragraph(
        `Someone logged in with the company account of ${business} that has your email address. From now on, that company account opens your Exempta account, too.\n${moment(at)}`,
      ),
      paragraph('If this wasn’t you, ask us to look into it.'),
      button('This wasn’t me', help),
    ],
  }),
})
