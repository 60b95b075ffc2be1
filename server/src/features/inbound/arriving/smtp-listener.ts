/**
 * Receives emails over SMTP, for our reply addresses alone. It relays nothing, knows no logins, and says 250 only once
 * the email is stored. Everything that a sender's server is told here is for that server, in the words of RFC 5321.
 */
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { systemActor } from '../../../platform/db/actor.ts'
import type { SmtpListenerConfig } from '../../../platform/email/inbound-email.ts'
import { sourceOf } from '../../../platform/network-address.ts'
import type { Services } from '../../../platform/services.ts'
import { type ReplyTarget, readReplyAddress } from '../../requests/index.ts'
import { limits } from '../limits.ts'
import { SourceLimits } from './source-limits.ts'
import { EmailRefusedError, requireRoom, storeEmail, TooManyEmailsError } from './store-email.ts'

export interface SmtpListener {
  port: number
  stop(): Promise<void>
}

class SmtpError extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const tryLater = () => new SmtpError(451, 'Try again later')

export async function startSmtpListener(
  services: Services,
  { port, host, tls }: SmtpListenerConfig,
): Promise<SmtpListener> {
  const sources = new SourceLimits(services.clock)
  const counted = new Map<string, string>()
  const targets = new WeakMap<SMTPServerSession['envelope'], { address: string; target: ReplyTarget }>()
  const keys = tls && { cert: await readFile(tls.cert), key: await readFile(tls.key) }
  const answer = (callback: (error?: Error | null) => void, work: Promise<unknown>) =>
    void work.then(
      () => callback(),
      (error: unknown) => callback(asSmtpError(services, error)),
    )

  // Loaded only where emails come over SMTP.
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer({
    ...keys,
    name: 'exempta',
    banner: 'Exempta',
    disabledCommands: keys ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: limits.messageBytes,
    maxClients: limits.connections,
    socketTimeout: limits.socketMs,
    closeTimeout: 5000,
    onConnect(session, callback) {
      const source = sourceOf(session.remoteAddress)
      if (!sources.open(source)) return callback(new SmtpError(421, 'Too many connections'))
      counted.set(session.id, source)
      callback()
    },
    onClose(session) {
      const source = counted.get(session.id)
      if (source !== undefined) sources.close(source)
      counted.delete(session.id)
    },
    onMailFrom(_address, session, callback) {
      const isAllowed = sources.count(sourceOf(session.remoteAddress))
      callback(isAllowed ? null : new SmtpError(451, 'Too many messages, try again later'))
    },
    onRcptTo({ address }, session, callback) {
      answer(callback, findTarget(address, session))
    },
    onData(stream, session, callback) {
      answer(callback, receive(stream, session))
    },
  })

  async function findTarget(address: string, session: SMTPServerSession): Promise<void> {
    // One at a time: the sender's server sends the message again for the next one.
    if (session.envelope.rcptTo.length > 0) throw new SmtpError(452, 'One recipient at a time')
    const target = await services.database.transact(
      systemActor,
      (tx) => readReplyAddress(services, tx, address),
      { readOnly: true },
    )
    if (!target) throw new SmtpError(550, 'No such address')
    await requireRoom(services, target)
    targets.set(session.envelope, { address, target })
  }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const found = targets.get(session.envelope)
    const { mailFrom } = session.envelope
    try {
      if (!found) throw tryLater()
      await storeEmail(services, {
        via: 'smtp',
        ...found,
        envelope: {
          from: mailFrom ? mailFrom.address || null : null,
          clientName: session.hostNameAppearsAs || null,
          clientIp: session.remoteAddress,
        },
        content: contentOf(stream),
      })
    } finally {
      // What isn't wanted is read to its end: otherwise the sender's server would never hear why.
      stream.resume()
    }
  }

  server.on('error', (error) => services.log.warn({ err: error }, 'receiving emails failed'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** A connection that breaks ends the stream, too, and half an email isn't one. */
async function* contentOf(stream: SMTPServerDataStream): AsyncGenerator<Buffer, void, void> {
  for await (const piece of stream.iterator({ destroyOnReturn: false })) yield piece as Buffer
  if (stream.sizeExceeded) throw new EmailRefusedError('The message is too large')
}

function asSmtpError({ log }: Services, error: unknown): Error {
  if (error instanceof SmtpError) return error
  if (error instanceof TooManyEmailsError) return tryLater()
  if (error instanceof EmailRefusedError) return new SmtpError(552, error.message)
  log.warn({ err: error }, 'an email could not be stored')
  return tryLater()
}
