import { checkServerIdentity } from 'node:tls'
import { createTransport } from 'nodemailer'
import { EmailRefusedError, type EmailTransport, type MailServerCondition } from './email-transport.ts'
import { readMailbox } from './header-values.ts'

/** One connection per email, so a server that was unavailable needs no special handling. */
export function smtpTransport(url: string, mailFrom: string): EmailTransport {
  const from = readMailbox(mailFrom)
  const options = {
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const smtp = createTransport(options)
  return {
    from,
    async send({ to, subject, text, html, messageId, replyTo }) {
      try {
        await smtp.sendMail({
          // Addresses are passed as objects, so that nothing in them is parsed as a list or a name.
          from,
          to: { name: '', address: to },
          envelope: { from: replyTo ?? from.address, to: [to] },
          ...(replyTo && { replyTo: { name: from.name, address: replyTo } }),
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
    check: () => checkServer(options),
  }
}

/** A connection of its own, because only its beginning shows the certificate. */
async function checkServer(options: { url: string }): Promise<MailServerCondition> {
  let certificateEndsAt: Date | undefined
  const smtp = createTransport({
    ...options,
    tls: {
      checkServerIdentity(host, certificate) {
        certificateEndsAt = new Date(certificate.valid_to)
        return checkServerIdentity(host, certificate)
      },
    },
  })
  try {
    await smtp.verify()
    return { certificateEndsAt }
  } catch (error) {
    throw refusal(error)
  } finally {
    smtp.close()
  }
}

const reasons: Record<string, string> = {
  EAUTH: 'login refused',
  ECONNECTION: 'no connection',
  EDNS: 'server name not found',
  ESOCKET: 'no connection',
  ETIMEDOUT: 'no answer in time',
  ETLS: 'no secure connection',
}

/** From this code on, an answer concerns the email; lower codes (login or TLS required) concern the connection. */
const firstFinalCode = 550

function refusal(error: unknown): EmailRefusedError {
  const { code = '', responseCode } = error as { code?: string; responseCode?: number }
  const isAboutThisEmail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isFinal = isAboutThisEmail && responseCode !== undefined && responseCode >= firstFinalCode
  // What OpenSSL calls it; nodemailer puts its own code in place of Node's.
  if (error instanceof Error && /certificate has expired/.test(error.message)) {
    return new EmailRefusedError('certificate expired', false, { cause: error })
  }
  const answer = responseCode ? `, answer ${responseCode}` : ''
  const reason = isAboutThisEmail ? 'refused by the server' : (reasons[code] ?? 'not sent')
  return new EmailRefusedError(reason + answer, isFinal, { cause: error })
}
