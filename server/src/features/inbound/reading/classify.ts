/** What kind of email it is, apart from who sent it: a person's, a report that ours came back, or a program's. */
import type { Bounce } from '@exempta/contract/requests'
import type { ParsedEmail } from './parsed-email.ts'

export type EmailKind =
  | { kind: 'ordinary' }
  | { kind: 'automatic' }
  /** `aboutId` is the Message-ID of what came back, where the report says so. */
  | { kind: 'bounce'; bounce: Bounce; aboutId: string | null }
  /** A report that isn't the end yet: the other server goes on trying. */
  | { kind: 'delay' }

type Headers = ParsedEmail['headers']

const headerOf = (headers: Headers, name: string): string =>
  headers
    .find(({ key }) => key === name)
    ?.value.trim()
    .toLowerCase() ?? ''

const automaticPrecedence = /^(bulk|junk|list|auto_reply)/

/** RFC 3834 and what was usual before it. A null sender is how reports and vacation notes come. */
function isAutomatic(headers: Headers, envelopeFrom: string | null, cameBySmtp: boolean): boolean {
  const submitted = headerOf(headers, 'auto-submitted')
  const names = new Set(headers.map(({ key }) => key))
  return (
    (submitted !== '' && !submitted.startsWith('no')) ||
    automaticPrecedence.test(headerOf(headers, 'precedence')) ||
    names.has('x-autoreply') ||
    names.has('x-autorespond') ||
    names.has('list-id') ||
    headerOf(headers, 'return-path') === '<>' ||
    headerOf(headers, 'content-type').startsWith('multipart/report') ||
    (cameBySmtp && envelopeFrom === null)
  )
}

const decoder = new TextDecoder('utf-8', { fatal: false })
const reportBytes = 64 * 1024

const partOf = ({ attachments }: ParsedEmail, types: readonly string[]): string | undefined => {
  const part = attachments.find(({ mimeType }) => types.includes(mimeType))
  return part && decoder.decode(part.content.subarray(0, reportBytes)).replace(/\r?\n[ \t]+/g, ' ')
}

/** Enhanced status codes of RFC 3463; their words are ours, because the other server's can say anything. */
function bounceOf(status: string): Bounce {
  if (/^5\.1\.\d/.test(status)) return 'address'
  if (/^5\.2\.2$/.test(status)) return 'mailbox-full'
  if (/^5\.[23]\.[34]$/.test(status)) return 'too-large'
  if (/^5\.2\.1$/.test(status)) return 'address'
  if (/^(5\.4|4)\./.test(status)) return 'unreachable'
  if (/^5\.7\./.test(status)) return 'refused'
  return 'other'
}

export function classifyEmail(
  email: ParsedEmail,
  { envelopeFrom, cameBySmtp }: { envelopeFrom: string | null; cameBySmtp: boolean },
): EmailKind {
  const report = partOf(email, ['message/delivery-status', 'message/global-delivery-status'])
  if (report !== undefined) {
    const actions = [...report.matchAll(/^action:[ \t]*([a-z]+)/gim)].map(([, action]) =>
      action?.toLowerCase(),
    )
    if (actions.includes('failed')) {
      const status = /^status:[ \t]*([245]\.\d{1,3}\.\d{1,3})/im.exec(report)?.[1] ?? ''
      const original = partOf(email, ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'])
      const aboutId = original && /^message-id:[ \t]*(<[^<>\s]{1,300}>)/im.exec(original)?.[1]
      return { kind: 'bounce', bounce: bounceOf(status), aboutId: aboutId ?? null }
    }
    return { kind: 'delay' }
  }
  return isAutomatic(email.headers, envelopeFrom, cameBySmtp) ? { kind: 'automatic' } : { kind: 'ordinary' }
}
