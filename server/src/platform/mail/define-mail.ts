import type { z } from 'zod'
import type { MailContent } from './mail-content.ts'

/** A kind of mail: the data it takes, and what it says with them. */
export interface MailTemplate<Data> {
  readonly name: string
  readonly data: z.ZodType<Data>
  content(data: Data): MailContent
}

/** A template is one file under `templates/` that calls this; nothing else knows of it. */
export function defineMail<Data>(template: MailTemplate<Data>): MailTemplate<Data> {
  return template
}
