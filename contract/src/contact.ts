import { z } from 'zod'
import { anyone } from './access.ts'
import { limits } from './limits.ts'
import { EmailAddress } from './people.ts'
import { formGuard } from './public-forms.ts'
import { defineRoute } from './route.ts'
import { ManyLines, OneLine } from './text.ts'

export const ContactMessage = z.strictObject({
  name: OneLine(limits.nameLength, { missing: 'Please enter your name' }),
  email: EmailAddress,
  subject: OneLine(limits.contactSubjectLength, { missing: 'Please enter a subject' }),
  message: ManyLines(limits.contactMessageLength, { missing: 'Please enter a message' }),
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
