import { z } from 'zod'
import { defineMail } from '../define-mail.ts'
import { button, heading, paragraph } from '../mail-content.ts'
import { PublicLink } from '../public-link.ts'

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** The owner asked to be told when a receiver looks for the first time. */
export const shareViewedMail = defineMail({
  name: 'share-viewed',
  data: z.object({
    document: z.string(),
    receiver: z.string(),
    viewedAt: z.date(),
    link: z.instanceof(PublicLink),
  }),
  content: ({ document, receiver, viewedAt, link }) => ({
    subject: 'Your shared document was viewed',
    blocks: [
      heading('Your shared document was viewed'),
      paragraph(`${receiver} viewed ${document} for the first time on ${moment.format(viewedAt)} UTC.`),
      button('See your shares', link),
      paragraph('You get this mail because you asked for it when you shared the document.'),
    ],
  }),
})
