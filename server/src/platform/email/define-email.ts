import type { z } from 'zod'
import type { PublicLink, Secret } from './links.ts'

/** The content of an email, apart from its layout. Values are plain text; the layout escapes them. */
export interface MailContent {
  subject: string
  blocks: readonly MailBlock[]
}

export type MailBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'button'; label: string; link: PublicLink }
  | { kind: 'code'; code: Secret }

export const heading = (text: string): MailBlock => ({ kind: 'heading', text })
/** Line breaks are kept. */
export const paragraph = (text: string): MailBlock => ({ kind: 'paragraph', text })
export const button = (label: string, link: PublicLink): MailBlock => ({ kind: 'button', label, link })
export const code = (secret: Secret): MailBlock => ({ kind: 'code', code: secret })

/** An email template: the data it needs and the content it makes from them. */
export interface MailTemplate<Data> {
  readonly name: string
  readonly data: z.ZodType<Data>
  content(data: Data): MailContent
}

/** A template is one file under `templates/` that calls this; nothing else knows of it. */
export function defineMail<Data>(template: MailTemplate<Data>): MailTemplate<Data> {
  return template
}
