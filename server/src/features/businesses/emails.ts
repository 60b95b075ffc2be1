import { memberRoles } from '@exempta/contract/businesses'
import { certificateLimits } from '@exempta/contract/certificates/limits'
import { dayInWords } from '@exempta/knowledge/dates'
import { states } from '@exempta/knowledge/states'
import { z } from 'zod'
import { documentsInWords } from '../../platform/documents-in-words.ts'
import { button, defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'
import { expiryOf, PublicLink } from '../../platform/email/links.ts'

const rights = {
  viewer: 'As a viewer, you can view and download the documents it receives.',
  manager: 'As a manager, you can also review documents and invite team members.',
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
  content: ({ inviter, business, role, link }, times) => ({
    subject: `${inviter} invited you to join ${business} on Exempta`,
    blocks: [
      heading(`Join ${business} on Exempta`),
      paragraph(`${inviter} invited you to join ${business} on Exempta. ${rights[role]}`),
      button('View invitation', link),
      paragraph(`${expiryOf(link, times)} If you don’t know ${inviter}, you can ignore this email.`),
    ],
  }),
})

const listedAtMost = 10

/** Sent to members of a business some minutes after documents arrived. */
export const newDocumentsEmail = defineEmail({
  name: 'new-documents',
  data: z.object({
    business: z.string(),
    documents: z.array(z.string()).min(1),
    senders: z.array(z.string()).min(1),
    canReview: z.boolean().describe('Viewers are not asked to review what they can only view'),
    link: z.instanceof(PublicLink),
  }),
  content: ({ business, documents, senders, canReview, link }) => {
    const [sender, ...others] = senders
    const who = others.length === 0 ? sender : `${senders.length} people`
    const what = documentsInWords(documents)
    return {
      subject: `${who} shared ${what} with ${business}`,
      blocks: [
        heading(`${who} shared ${what} with ${business}`),
        paragraph(documents.slice(0, listedAtMost).join('\n')),
        button(`${canReview ? 'Review' : 'View'} ${documents.length === 1 ? 'document' : 'documents'}`, link),
        paragraph('You can turn these emails off in your business profile.'),
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
    expiring: count,
    expiresNext: z.array(z.object({ customer: z.string(), state: z.string(), on: z.iso.date() })),
    link: z.instanceof(PublicLink),
  }),
  content: ({
    business,
    from,
    until,
    received,
    verified,
    rejected,
    pending,
    expiring,
    expiresNext,
    link,
  }) => ({
    subject: `${business}: your week on Exempta`,
    blocks: [
      heading(`${business}: your week on Exempta`),
      paragraph(`${day.format(from)} to ${day.format(until.getTime() - 1)} (UTC)`),
      paragraph(
        [
          `Received: ${received}`,
          `Verified: ${verified}`,
          `Rejected: ${rejected}`,
          `Waiting for review: ${pending}`,
        ].join('\n'),
      ),
      ...(expiring > 0
        ? [
            paragraph(
              [
                `${expiring === 1 ? '1 certificate expires' : `${expiring} certificates expire`} in the next ${certificateLimits.expiresSoonDays} days. The first:`,
                ...expiresNext.map(
                  ({ customer, state, on }) =>
                    `${customer}, ${states.get(state)?.name ?? state}: ${dayInWords(on)}`,
                ),
              ].join('\n'),
            ),
          ]
        : []),
      button('View report', link),
      paragraph('You can turn this email off in your business profile.'),
    ],
  }),
})
