import { z } from 'zod'
import { defineMail } from '../define-mail.ts'
import { button, heading, paragraph } from '../mail-content.ts'
import { PublicLink } from '../public-link.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const count = z.int().min(0)

/** For members of a business, on Mondays. */
export const weeklySummaryMail = defineMail({
  name: 'weekly-summary',
  data: z.object({
    business: z.string(),
    from: z.date(),
    until: z.date().describe('The moment after the last day'),
    received: count,
    verified: count,
    rejected: count,
    pending: count,
    link: z.instanceof(PublicLink),
  }),
  content: ({ business, from, until, received, verified, rejected, pending, link }) => ({
    subject: 'Your week on Exempta',
    blocks: [
      heading(`The week of ${business}`),
      paragraph(`${day.format(from)} to ${day.format(until.getTime() - 1)}`),
      paragraph(
        [
          `Received: ${received}`,
          `Verified: ${verified}`,
          `Rejected: ${rejected}`,
          `Waiting for review now: ${pending}`,
        ].join('\n'),
      ),
      button('See the report', link),
      paragraph('You can switch this mail off in your business profile.'),
    ],
  }),
})
