import { z } from 'zod'
import { button, defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'
import { PublicLink } from '../../platform/email/links.ts'

/** Sent to the administrators that one of them chose. Links to the report and contains no figures. */
export const scheduledReportEmail = defineEmail({
  name: 'scheduled-report',
  data: z.object({ name: z.string(), link: z.instanceof(PublicLink) }),
  content: ({ name, link }) => ({
    subject: `Your report: ${name}`,
    blocks: [
      heading(name),
      paragraph('Your scheduled report is ready. It shows current figures when you open it.'),
      button('View report', link),
      paragraph('You’ll need to log in. Administrators choose on the Reports page who gets this email.'),
    ],
  }),
})
