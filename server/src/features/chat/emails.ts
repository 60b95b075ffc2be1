import { z } from 'zod'
import { button, defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'
import { PublicLink } from '../../platform/email/links.ts'

/** Sent when support answers a person who has left, or a message from the contact form. */
export const chatAnswerEmail = defineEmail({
  name: 'chat-answer',
  data: z.object({
    name: z.string(),
    subject: z.string().nullable(),
    answers: z.array(z.object({ text: z.string(), author: z.string().nullable() })).min(1),
    isGuest: z.boolean(),
    link: z.instanceof(PublicLink),
  }),
  content: ({ name, subject, answers, isGuest, link }) => ({
    subject: subject ? `Re: ${subject}` : 'Our support team answered you',
    blocks: [
      heading('Our support team answered you'),
      paragraph(`Hello ${name},`),
      ...answers.map(({ text, author }) => paragraph(`${author ?? 'Live Support'} wrote:\n${text}`)),
      button('Continue the conversation', link),
      paragraph(
        isGuest
          ? 'The link works once and for 7 days. It moves the conversation to the browser you open it in and closes it in any other. Please don’t forward this email: anyone who opens the link can read the conversation.'
          : 'Sign in to read the whole conversation and to answer.',
      ),
      paragraph('Please never send card or social security numbers to us.'),
    ],
  }),
})

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** The transcript of a conversation with support. */
export const chatTranscriptEmail = defineEmail({
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
