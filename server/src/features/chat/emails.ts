import { z } from 'zod'
import { button, defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'
import { expiryOf, PublicLink } from '../../platform/email/links.ts'

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
  content: ({ name, subject, answers, isGuest, link }, times) => ({
    subject: subject ? `Re: ${subject}` : 'Our support team replied to you',
    blocks: [
      heading('Our support team replied to you'),
      paragraph(`Hello ${name},`),
      ...answers.map(({ text, author }) => paragraph(`${author ?? 'Live Support'} wrote:\n${text}`)),
      button('Continue the conversation', link),
      paragraph(
        isGuest
          ? `${expiryOf(link, times)} It moves the conversation to the browser you open it in and closes it in any other. Please don’t forward this email: anyone who opens the link can read the conversation.`
          : 'Log in to read the whole conversation and reply.',
      ),
      paragraph('Please don’t send us card or Social Security numbers.'),
    ],
  }),
})

/** The transcript of a conversation with support. */
export const chatTranscriptEmail = defineEmail({
  name: 'chat-transcript',
  data: z.object({
    name: z.string(),
    lines: z.array(z.object({ at: z.date(), who: z.string(), text: z.string() })),
  }),
  content: ({ name, lines }, { moment }) => ({
    subject: 'Your conversation with our support team',
    blocks: [
      heading('Your conversation with our support team'),
      paragraph(`Hello ${name}, here’s a transcript of our conversation.`),
      ...lines.map(({ at, who, text }) => paragraph(`${moment(at)} · ${who}\n${text}`)),
    ],
  }),
})
