import { memberRoles } from '@exempta/contract/businesses'
import { z } from 'zod'
import { defineMail } from '../define-mail.ts'
import { button, heading, paragraph } from '../mail-content.ts'
import { PublicLink } from '../public-link.ts'

const rights = {
  viewer: 'As a viewer you can see and download its documents.',
  manager: 'As a manager you can review its documents and invite others.',
} as const

/** A manager asks somebody to join the business. */
export const invitationMail = defineMail({
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
