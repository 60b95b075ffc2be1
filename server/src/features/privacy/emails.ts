import { z } from 'zod'
import { defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'

/** The receipt for a deleted account, and the last email to its address. */
export const accountDeletedEmail = defineEmail({
  name: 'account-deleted',
  data: z.object({}),
  content: () => ({
    subject: 'Your Exempta account was deleted',
    blocks: [
      heading('Your account was deleted'),
      paragraph(
        'Your profile, documents, shares, notifications and sessions are gone, and the keys of your files ' +
          'are destroyed. Nobody can bring them back.',
      ),
      paragraph(
        'We keep the log of what was done, without your name or address. This mail is kept for 90 days as proof ' +
          'of the deletion.',
      ),
    ],
  }),
})
