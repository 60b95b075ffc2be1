/** People who email a business from outside: their domains' records, and real SMTP conversations with our listener. */
import { generateKeyPairSync } from 'node:crypto'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { type DnsResolver, inboundEmailAt } from '../src/platform/email/inbound-email.ts'

export const replyDomain = 'reply.exempta.example'

const notFound = (name: string) => Object.assign(new Error(`No records of ${name}.`), { code: 'ENOTFOUND' })

const dkim = generateKeyPairSync('rsa', { modulusLength: 2048 })
const dkimKey = dkim.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const dkimPrivateKey = dkim.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** `school.example` sends from this machine alone, `signed.example` signs, and others may not send as either. */
const records: Record<string, string> = {
  'school.example': 'v=spf1 ip4:127.0.0.1 -all',
  '_dmarc.school.example': 'v=DMARC1; p=reject',
  'signed.example': 'v=spf1 -all',
  '_dmarc.signed.example': 'v=DMARC1; p=reject',
  'key._domainkey.signed.example': `v=DKIM1; k=rsa; p=${dkimKey}`,
  'strict.example': 'v=spf1 ip4:192.0.2.1 -all',
  '_dmarc.strict.example': 'v=DMARC1; p=reject',
  'quiet.example': 'v=spf1 ip4:127.0.0.1 -all',
}

export const resolveTestDns: DnsResolver = async (name, type) => {
  const record = records[name]
  if (type === 'TXT' && record) return [[record]]
  throw notFound(name)
}

export const testInboundEmail = inboundEmailAt(replyDomain, { resolveDns: resolveTestDns })

/** Hands an email to our listener as the sender's mail server does. */
export async function sendTo(port: number, email: SendMailOptions): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, name: 'mx.school.example' })
  try {
    await transport.sendMail(email)
  } finally {
    transport.close()
  }
}

/** As the mail server of `signed.example` signs it. */
export async function signedEmail(email: SendMailOptions): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const dkim = { domainName: 'signed.example', keySelector: 'key', privateKey: dkimPrivateKey }
  const { message } = await transport.sendMail({ ...email, dkim })
  return message.toString('latin1')
}
