import { limits } from '@exempta/contract/limits'
import { z } from 'zod'
import { defineMail } from '../define-mail.ts'
import { code, heading, paragraph } from '../mail-content.ts'
import { Secret } from '../secret.ts'

/** Proves the address of somebody who opens a link to shared documents. */
export const mailShareCodeMail = defineMail({
  name: 'mail-share-code',
  data: z.object({ code: z.instanceof(Secret) }),
  content: ({ code: secret }) => ({
    subject: 'Your code to open shared documents',
    blocks: [
      heading('Your code'),
      code(secret),
      paragraph(
        `Enter it on the page that asked for it. It works once and for ${limits.shareCodeMs / 60_000} minutes.`,
      ),
      paragraph('If you did not ask for a code, ignore this mail. Never tell the code to anybody.'),
    ],
  }),
})
