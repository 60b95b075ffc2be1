import { shareLimits } from '@exempta/contract/sharing/limits'
import { z } from 'zod'
import { button, code, defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'
import { PublicLink, Secret } from '../../platform/email/links.ts'

/** Names no customer, so that forwarding the email reveals nothing. */
export const auditorInvitationEmail = defineEmail({
  name: 'auditor-invitation',
  data: z.object({
    business: z.string(),
    stateName: z.string(),
    period: z.string(),
    expiresAt: z.date(),
    link: z.instanceof(PublicLink),
  }),
  content: ({ business, stateName, period, expiresAt, link }, { moment }) => ({
    subject: `${business} invited you to its audit binder for ${stateName}`,
    blocks: [
      heading(`${business} invited you to its audit binder`),
      paragraph(
        `The binder is about sales without tax in ${stateName}, ${period}. It shows which certificate covered each sale.`,
      ),
      paragraph(
        'When you open the link, we’ll send a code to this address. You need the code to view anything. You don’t need an account.',
      ),
      button('Open the binder', link),
      paragraph(
        `Your access ends on ${moment(expiresAt)}, unless ${business} ends it sooner. We record what you open, and ${business} sees when you were last here.`,
      ),
      paragraph(`If you don’t know ${business}, you can ignore this email.`),
    ],
  }),
})

/** Confirms the address of an auditor who opens the link. */
export const auditorCodeEmail = defineEmail({
  name: 'auditor-code',
  data: z.object({ business: z.string(), code: z.instanceof(Secret) }),
  content: ({ business, code: secret }) => ({
    subject: `Your code to open the audit binder of ${business}`,
    blocks: [
      heading('Your code'),
      code(secret),
      paragraph(
        `Enter this code on the page where you asked for it. It works once and expires in ${shareLimits.shareCodeMs / 60_000} minutes.`,
      ),
      paragraph(
        'If you didn’t ask for a code, you can ignore this email. Never share this code with anyone.',
      ),
    ],
  }),
})
