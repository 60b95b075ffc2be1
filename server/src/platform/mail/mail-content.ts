import type { PublicLink } from './public-link.ts'
import type { Secret } from './secret.ts'

/** What a mail says, apart from how it looks. Values are plain text; the layout escapes them. */
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
