import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { MailRefusedError, type MailTransport } from './send-email.ts'

const subjectMaxLength = 200
// Control characters, line and paragraph separators, and the characters that reverse the reading direction.
const unfitForHeader = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const addressForm = z.email().max(254)
const printable = /^[\x21-\x7e]+$/

/** One address, nothing beside it: no name, no list, no line break. */
export function checkedAddress(untrusted: string): string {
  if (!isAddress(untrusted)) throw new TypeError('Not a mail address.')
  return untrusted
}

const isAddress = (untrusted: string): boolean =>
  printable.test(untrusted) && addressForm.safeParse(untrusted).success

/** Subjects quote names that people chose, so what does not belong in a header becomes a space. */
export function headerText(text: string): string {
  const line = text.toWellFormed().replace(unfitForHeader, ' ').replace(/\s+/g, ' ').trim()
  return line.length <= subjectMaxLength ? line : `${line.slice(0, subjectMaxLength - 1).toWellFormed()}…`
}

export interface Mailbox {
  name: string
  address: string
}

/** Reads `Exempta <mail@example.org>` or a bare address. */
export function readMailbox(text: string): Mailbox {
  const { name, address } = partsOf(text)
  return { name: headerText(name.replaceAll('"', '')), address: checkedAddress(address) }
}

export const isMailbox = (text: string): boolean => isAddress(partsOf(text).address)

function partsOf(text: string): Mailbox {
  const named = /^([^<>]*)<([^<>]+)>$/.exec(text.trim())
  return { name: named?.[1] ?? '', address: (named?.[2] ?? text).trim() }
}

/** One connection per mail: a server that went away and came back needs no care. */
export function smtpTransport(url: string, mailFrom: string): MailTransport {
  const from = readMailbox(mailFrom)
  const smtp = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    from,
    async send({ to, subject, text, html, messageId }) {
      try {
        await smtp.sendMail({
          // Addresses as objects: nothing in them is read as a list or as a name.
          from,
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          subject,
          text,
          html,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw refusal(error)
      }
    },
  }
}

const reasons: Record<string, string> = {
  EAUTH: 'sign-in refused',
  ECONNECTION: 'no connection',
  EDNS: 'server name not found',
  ESOCKET: 'no connection',
  ETIMEDOUT: 'no answer in time',
  ETLS: 'no secure connection',
}

/** From here on an answer is about the mail; lower ones (sign-in or TLS wanted) are about how we talk to the server. */
const firstFinalCode = 550

function refusal(error: unknown): MailRefusedError {
  const { code = '', responseCode } = error as { code?: string; responseCode?: number }
  const isAboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isFinal = isAboutThisMail && responseCode !== undefined && responseCode >= firstFinalCode
  const answer = responseCode ? `, answer ${responseCode}` : ''
  const reason = isAboutThisMail ? 'refused by the server' : (reasons[code] ?? 'not sent')
  return new MailRefusedError(reason + answer, isFinal, { cause: error })
}
