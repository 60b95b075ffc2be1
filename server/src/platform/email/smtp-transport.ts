import { createTransport } from 'nodemailer'
import { readMailbox } from './header-values.ts'
import { MailRefusedError, type MailTransport } from './send-email.ts'

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
