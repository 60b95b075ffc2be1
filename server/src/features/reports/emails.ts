import { z } from 'zod'
import { button, defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'
import { PublicLink } from '../../platform/email/links.ts'

/** Sent to administrators as often as they chose. Links to the report and contains no figures. */
export const scheduledReportEmail = defineEmail({
  name: 'scheduled-report',
  data: z.object({ name: z.string(), link: z.instanceof(PublicLink) }),
  content: ({ name, link }) => ({
    subject: `Your report: ${name}`,
    blocks: [
      heading(name),
      paragraph('Your scheduled report is ready. It shows the figures of the moment you open it.'),
      button('Open the report', link),
      paragraph('You will be asked to sign in. You can switch this mail off on the reports page.'),
    ],
  }),
})
