import { z } from 'zod'
import { defineMail } from '../define-mail.ts'
import { button, heading, paragraph } from '../mail-content.ts'
import { PublicLink } from '../public-link.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** For the owner, two days before an e-mail receiver loses access. */
export const shareEndsMail = defineMail({
  name: 'share-ends',
  data: z.object({
    receiver: z.string(),
    documents: z.int().min(1),
    expiresAt: z.date(),
    link: z.instanceof(PublicLink),
  }),
  content: ({ receiver, documents, expiresAt, link }) => ({
    subject: 'A share of yours ends soon',
    blocks: [
      heading('A share of yours ends soon'),
      paragraph(
        `${receiver} can open ${documents === 1 ? 'a document' : `${documents} documents`} of yours until ${day.format(expiresAt)}.`,
      ),
      paragraph('If that is too soon, share again after that day: the receiver gets a new link.'),
      button('See your shares', link),
    ],
  }),
})
