import { z } from 'zod'
import { button, defineEmail, heading, paragraph } from '../../../platform/email/define-email.ts'
import { PublicLink } from '../../../platform/email/links.ts'

/** Sent to the owner of a certificate before it expires, and on its last day. */
export const certificateExpiresEmail = defineEmail({
  name: 'certificate-expires',
  data: z.object({
    title: z.string(),
    document: z.string(),
    /** Such as `expires on Dec 31, 2026`. */
    expiry: z.string(),
    hint: z.string(),
    link: z.instanceof(PublicLink),
  }),
  content: ({ title, document, expiry, hint, link }) => ({
    subject: title,
    blocks: [
      heading(title),
      paragraph(`${document} ${expiry}. ${hint}`),
      button('Renew', link),
      paragraph('You can turn these reminders off in your privacy settings.'),
    ],
  }),
})

/** Sent to members of a business ten days before certificates expire, and on their last day. */
export const receivedCertificatesExpireEmail = defineEmail({
  name: 'received-certificates-expire',
  data: z.object({
    title: z.string(),
    customers: z.array(z.string()).min(1),
    /** Such as `They expire on Dec 31, 2026`. */
    expiry: z.string(),
    link: z.instanceof(PublicLink),
  }),
  content: ({ title, customers, expiry, link }) => ({
    subject: title,
    blocks: [
      heading(title),
      paragraph(customers.join('\n')),
      paragraph(`${expiry}. Ask for a new certificate before the next sale.`),
      button('View certificates', link),
      paragraph('You can turn this email off in your business profile.'),
    ],
  }),
})
