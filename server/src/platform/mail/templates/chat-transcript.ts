import { z } from 'zod'
import { defineMail } from '../define-mail.ts'
import { heading, paragraph } from '../mail-content.ts'

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** What was said in a conversation with support. */
export const chatTranscriptMail = defineMail({
  name: 'chat-transcript',
  data: z.object({
    name: z.string(),
    lines: z.array(z.object({ at: z.date(), who: z.string(), text: z.string() })),
  }),
  content: ({ name, lines }) => ({
    subject: 'Your conversation with our support team',
    blocks: [
      heading('Your conversation with our support team'),
      paragraph(`Hello ${name}, this is what was said. All times are UTC.`),
      ...lines.map(({ at, who, text }) => paragraph(`${moment.format(at)} · ${who}\n${text}`)),
    ],
  }),
})
