import { z } from 'zod'
import { defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'

/** The one answer to a customer: which files couldn't be added. */
export const attachmentsRefusedEmail = defineEmail({
  name: 'attachments-refused',
  data: z.object({
    business: z.string(),
    files: z.array(z.object({ name: z.string(), refusal: z.string() })),
    added: z.int(),
  }),
  content: ({ business, files, added }) => ({
    subject: `We couldn’t add all of your files for ${business}`,
    blocks: [
      heading('We couldn’t add these files'),
      ...files.map(({ name, refusal }) => paragraph(`${name}: ${refusal}`)),
      paragraph(
        added === 0
          ? `${business} has no certificate from this email. Reply with your certificate as a PDF, JPG or PNG.`
          : 'The other files arrived. Reply with the missing ones as a PDF, JPG or PNG.',
      ),
      paragraph('This is an automatic answer.'),
    ],
  }),
})
