import { z } from 'zod'
import { defineMail } from '../define-mail.ts'
import { button, heading, paragraph } from '../mail-content.ts'
import { PublicLink } from '../public-link.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const counted = (documents: number) => (documents === 1 ? 'a document' : `${documents} documents`)

/** Documents are shared with an address. Their names stay out of the mail: whoever forwards it tells nothing. */
export const mailShareMail = defineMail({
  name: 'mail-share',
  data: z.object({
    sender: z.string(),
    message: z.string().nullable(),
    documents: z.int().min(1),
    link: z.instanceof(PublicLink),
    expiresAt: z.date(),
  }),
  content: ({ sender, message, documents, link, expiresAt }) => ({
    subject: `${sender} shared ${counted(documents)} with you`,
    blocks: [
      heading(`${sender} shared ${counted(documents)} with you`),
      ...(message ? [paragraph(`Message from ${sender}:\n${message}`)] : []),
      paragraph('To open it, we send a code to this address. The link alone shows nothing.'),
      button(documents === 1 ? 'See the document' : 'See the documents', link),
      paragraph(`The link works until ${day.format(expiresAt)}, unless the sender takes it back sooner.`),
      paragraph('If you do not know the sender, ignore this mail.'),
    ],
  }),
})

/** Two days before the end; only a hash of the link is kept, so it cannot be sent again. */
export const mailShareExpiryMail = defineMail({
  name: 'mail-share-expiry',
  data: z.object({ sender: z.string(), documents: z.int().min(1), expiresAt: z.date() }),
  content: ({ sender, documents, expiresAt }) => ({
    subject: 'A link to shared documents ends soon',
    blocks: [
      heading('A link to shared documents ends soon'),
      paragraph(
        `${sender} shared ${counted(documents)} with you. The link works until ${day.format(expiresAt)}.`,
      ),
      paragraph(
        'To open it, use the link in the mail you got from us then. Ask the sender if you need longer.',
      ),
    ],
  }),
})
