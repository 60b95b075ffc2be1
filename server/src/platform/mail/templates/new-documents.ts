import { z } from 'zod'
import { defineMail } from '../define-mail.ts'
import { button, heading, paragraph } from '../mail-content.ts'
import { PublicLink } from '../public-link.ts'

/** For members of a business, some minutes after documents came. */
export const newDocumentsMail = defineMail({
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
