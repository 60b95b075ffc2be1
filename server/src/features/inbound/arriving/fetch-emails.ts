/**
 * Fetches emails from the mailbox that the operator named. What is stored is ours and deleted there; what isn't for us
 * stays, marked as read, so that it isn't looked at every minute.
 */
import { systemActor } from '../../../platform/db/actor.ts'
import { type MailboxMessage, readMailbox } from '../../../platform/email/mailbox.ts'
import type { Services } from '../../../platform/services.ts'
import { type ReplyTarget, readReplyAddress } from '../../requests/index.ts'
import { limits } from '../limits.ts'
import { noteState } from '../queries.ts'
import { EmailRefusedError, storeEmail, TooManyEmailsError } from './store-email.ts'

export async function fetchEmails(services: Services): Promise<void> {
  const { clock, database, inboundEmail, log } = services
  if (!inboundEmail?.imapUrl) return
  const headers = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc']
  const reading = { headers, mostMessages: limits.fetchedAtOnce, timeoutMs: limits.socketMs, log }
  const failure = await readMailbox(inboundEmail.imapUrl, reading, (message) => take(services, message))
  const at = clock.now()
  await database.transact(systemActor, (tx) =>
    noteState(tx, { kind: 'imap', checked_at: at, failure, failed_at: failure === null ? null : at }),
  )
}

async function take(
  services: Services,
  { untrustedHeaders, sizeBytes, open }: MailboxMessage,
): Promise<'delete' | 'seen' | 'unread'> {
  const recipient = await findRecipient(services, untrustedHeaders)
  if (!recipient || sizeBytes > limits.messageBytes) return 'seen'
  try {
    await storeEmail(services, {
      via: 'imap',
      ...recipient,
      // Only the server that took it from its sender knows how it came.
      envelope: { from: null, clientName: null, clientIp: null },
      content: await open(),
    })
    return 'delete'
  } catch (error) {
    // It's fetched when there is room again.
    if (error instanceof TooManyEmailsError) return 'unread'
    if (error instanceof EmailRefusedError) return 'seen'
    throw error
  }
}

const mostRecipients = 100

/** Of all addresses in the headers, the first one that is ours. */
async function findRecipient(
  services: Services,
  untrustedHeaders: string,
): Promise<{ address: string; target: ReplyTarget } | undefined> {
  const addresses = new Set(
    untrustedHeaders.slice(0, limits.headerBytes).match(/[a-z0-9._+-]{1,64}@[a-z0-9.-]{1,253}/gi),
  )
  return services.database.transact(
    systemActor,
    async (tx) => {
      for (const address of [...addresses].slice(0, mostRecipients)) {
        const target = await readReplyAddress(services, tx, address)
        if (target) return { address, target }
      }
      return undefined
    },
    { readOnly: true },
  )
}
