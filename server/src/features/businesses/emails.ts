import { memberRoles } from '@exempta/contract/businesses'
import { z } from 'zod'
import { button, defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'
import { PublicLink } from '../../platform/email/links.ts'

const rights = {
  viewer: 'As a viewer you can see and download its documents.',
  manager: 'As a manager you can review its documents and invite others.',
} as const

/** Sent when a manager invites a person to join the business. */
export const invitationEmail = defineEmail({
  name: 'invitation',
  data: z.object({
    inviter: z.string(),
    business: z.string(),
    role: z.enum(memberRoles),
    link: z.instanceof(PublicLink),
  }),
  content: ({ inviter, business, role, link }) => ({
    subject: 'You are invited to a team on Exempta',
    blocks: [
      heading(`Join ${business} on Exempta`),
      paragraph(`${inviter} invites you to work for ${business}. ${rights[role]}`),
      button('See the invitation', link),
      paragraph('The link works once and for 7 days. If you do not know the sender, ignore this mail.'),
    ],
  }),
})

/** Sent to members of a business some minutes after documents arrived. */
export const newDocumentsEmail = defineEmail({
  name: 'new-documents',
  data: z.object({
    business: z.string(),
    documents: z.int().min(1),
    link: z.instanceof(PublicLink),
  }),
  content: ({ business, documents, link }) => {
    const title = documents === 1 ? 'A new document to review' : `${documents} new documents to review`
    return {
      subject: title,
      blocks: [
        heading(title),
        paragraph(
          `${business} received ${documents === 1 ? 'a document' : `${documents} documents`} on Exempta.`,
        ),
        button('See received documents', link),
        paragraph('You can switch these mails off in your business profile.'),
      ],
    }
  },
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const count = z.int().min(0)

/** Sent to members of a business on Mondays. */
export const weeklySummaryEmail = defineEmail({
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
