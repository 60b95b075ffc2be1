import { z } from 'zod'
import { anyone } from './access.ts'
import { limits } from './limits.ts'
import { EmailAddress, PlainText } from './people.ts'
import { formGuard, LongText } from './public-forms.ts'
import { defineRoute } from './route.ts'

const atMost = (length: number) => `Please use at most ${length} characters`

export const ContactMessage = z.strictObject({
  name: PlainText.pipe(
    z.string().min(1, 'Please enter your name').max(limits.nameLength, atMost(limits.nameLength)),
  ),
  email: EmailAddress,
  subject: PlainText.pipe(
    z
      .string()
      .min(1, 'Please enter a subject')
      .max(limits.contactSubjectLength, atMost(limits.contactSubjectLength)),
  ),
  message: LongText.pipe(
    z
      .string()
      .min(1, 'Please enter a message')
      .max(limits.contactMessageLength, atMost(limits.contactMessageLength)),
  ),
  ...formGuard,
})

/** Answered by mail; a copy of what came in is acknowledged to the address at once. */
export const sendContactMessage = defineRoute({
  method: 'POST',
  path: '/api/contact',
  summary: 'Write to support',
  tag: 'Public forms',
  access: anyone,
  body: ContactMessage,
  freeText: ['name', 'subject', 'message'],
  response: 'nothing',
  errors: ['too-many-requests'],
  throttle: 'guess',
})
