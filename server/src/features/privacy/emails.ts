import { z } from 'zod'
import { defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'

/** The receipt for a deleted account, and the last email to its address. */
export const accountDeletedEmail = defineEmail({
  name: 'account-deleted',
  data: z.object({ kept: z.array(z.string()).describe('What has to be kept, one sentence each') }),
  content: ({ kept }) => ({
    subject: 'Your Exempta account was deleted',
    blocks: [
      heading('Your account was deleted'),
      paragraph(
        'We deleted your profile, documents, shares, notifications and sessions, and destroyed the keys to ' +
          'your files. They can’t be restored.',
      ),
      ...kept.map(paragraph),
      paragraph(
        'We keep an activity log without your name or email address. We keep this email for 90 days as a record ' +
          'of the deletion.',
      ),
    ],
  }),
})
