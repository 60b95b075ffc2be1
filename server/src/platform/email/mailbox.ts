/** A mailbox of the operator, read over IMAP. */
import type { Readable } from 'node:stream'
import type { ImapFlow } from 'imapflow'
import type { Services } from '../services.ts'

export interface MailboxMessage {
  /** The named headers as they came. */
  untrustedHeaders: string
  sizeBytes: number
  open(): Promise<Readable>
}

/** `seen` marks it as read, `unread` leaves it as it is. */
type Outcome = 'delete' | 'seen' | 'unread'

interface Reading {
  headers: readonly string[]
  mostMessages: number
  timeoutMs: number
  log: Services['log']
}

/** Hands over each unread message. Returns why that failed, in words of ours: what a mail server says can contain anything. */
export async function readMailbox(
  address: string,
  reading: Reading,
  handle: (message: MailboxMessage) => Promise<Outcome>,
): Promise<string | null> {
  const { timeoutMs, log } = reading
  const { protocol, hostname, port, username, password, pathname } = new URL(address)
  const isSecure = protocol === 'imaps:'
  // Loaded only where a mailbox is set up.
  const imap = await import('imapflow')
  const client = new imap.ImapFlow({
    host: hostname,
    port: Number(port) || (isSecure ? 993 : 143),
    secure: isSecure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  // A connection that breaks later is an event, too, and an error nobody listens to would end the process.
  client.on('error', (error: unknown) => log.warn({ err: error }, 'the mailbox closed the connection'))
  try {
    await client.connect()
    const lock = await client.getMailboxLock(decodeURIComponent(pathname.slice(1)) || 'INBOX')
    try {
      const unread = await client.search({ seen: false }, { uid: true })
      for (const uid of (unread || []).slice(0, reading.mostMessages)) {
        await handleOne(client, `${uid}`, reading.headers, handle)
      }
    } finally {
      lock.release()
    }
    await client.logout()
    return null
  } catch (error) {
    log.warn({ err: error }, 'the mailbox could not be read')
    return failureOf(error)
  } finally {
    client.close()
  }
}

async function handleOne(
  client: ImapFlow,
  uid: string,
  headers: readonly string[],
  handle: (message: MailboxMessage) => Promise<Outcome>,
): Promise<void> {
  const found = await client.fetchOne(uid, { headers: [...headers], size: true }, { uid: true })
  if (!found) return
  const outcome = await handle({
    untrustedHeaders: found.headers?.toString('latin1') ?? '',
    sizeBytes: found.size ?? 0,
    open: async () => {
      const { content } = await client.download(uid, undefined, { uid: true })
      if (!content) throw new Error('The message is gone from the mailbox.')
      return content
    },
  })
  if (outcome === 'delete') await client.messageDelete(uid, { uid: true })
  if (outcome === 'seen') await client.messageFlagsAdd(uid, ['\\Seen'], { uid: true })
}

function failureOf(error: unknown): string {
  const { authenticationFailed, code } = error as { authenticationFailed?: boolean; code?: unknown }
  if (authenticationFailed) return 'the user name or the password is wrong'
  const isWord = typeof code === 'string' && /^[A-Za-z]{1,40}$/.test(code)
  return isWord ? `the connection failed (${code})` : 'the connection failed'
}
