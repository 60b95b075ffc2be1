import { z } from 'zod'
import { anyone } from './access.ts'
import { accountLimits } from './accounts/limits.ts'
import { EmailAddress } from './people.ts'
import { formLimits } from './public/limits.ts'
import { defineRoute } from './route.ts'
import { FormTrap, ManyLines, OneLine } from './text.ts'

/** Bot protection fields that every public form sends besides its own. */
export const formGuard = {
  website: FormTrap,
  stamp: z
    .string()
    .max(formLimits.formStampLength)
    .describe('From the form-stamp request made when the form was opened'),
}

export const getFormStamp = defineRoute({
  method: 'GET',
  path: '/api/form-stamp',
  summary: 'Get a signed time that shows when a public form was opened',
  tag: 'Public forms',
  access: anyone,
  response: z.object({ stamp: z.string() }),
})

export const ContactMessage = z.strictObject({
  name: OneLine(accountLimits.nameLength, { missing: 'Please enter your name' }),
  email: EmailAddress,
  subject: OneLine(formLimits.contactSubjectLength, { missing: 'Please enter a subject' }),
  message: ManyLines(formLimits.contactMessageLength, { missing: 'Please enter a message' }),
  ...formGuard,
})

/** Acknowledged to the address at once and answered by email. */
export const sendContactMessage = defineRoute({
  method: 'POST',
  path: '/api/contact',
  summary: 'Send a message to support',
  tag: 'Public forms',
  access: anyone,
  body: ContactMessage,
  freeText: ['name', 'subject', 'message'],
  response: 'nothing',
  errors: ['too-many-requests'],
  throttle: 'guess',
})
