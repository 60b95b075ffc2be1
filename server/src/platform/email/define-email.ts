import type { z } from 'zod'
import type { EmailTimes } from './email-times.ts'
import type { PublicLink, Secret } from './links.ts'

/** The content of an email, apart from its layout. Values are plain text; the layout escapes them. */
export interface EmailContent {
  subject: string
  blocks: readonly EmailBlock[]
}

export type EmailBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'button'; label: string; link: PublicLink }
  | { kind: 'code'; code: Secret }

export const heading = (text: string): EmailBlock => ({ kind: 'heading', text })
/** Line breaks are kept. */
export const paragraph = (text: string): EmailBlock => ({ kind: 'paragraph', text })
export const button = (label: string, link: PublicLink): EmailBlock => ({ kind: 'button', label, link })
export const code = (secret: Secret): EmailBlock => ({ kind: 'code', code: secret })

/** An email template: the data it needs and the content it makes from them. */
export interface EmailTemplate<Data> {
  readonly name: string
  readonly data: z.ZodType<Data>
  content(data: Data, times: EmailTimes): EmailContent
}

/** A template is one file under `templates/` that calls this; nothing else knows of it. */
export function defineEmail<Data>(template: EmailTemplate<Data>): EmailTemplate<Data> {
  return template
}
