/**
 * Stores an email before its sender's server hears that it arrived. From then on it's ours: a killed process loses
 * nothing, and what is delivered again is there already.
 */
import { createHash, hash } from 'node:crypto'
import { dayMs } from '@exempta/contract/durations'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import type { Services } from '../../../platform/services.ts'
import type { ReplyTarget } from '../../requests/index.ts'
import { limits } from '../limits.ts'
import { countSince, insertEmail, isKnown, noteState } from '../queries.ts'

export const readEmailJob = defineJob({
  name: 'read-inbound-email',
  payload: z.object({ emailId: z.uuid() }),
  // A full disk or a store that is down can last.
  retry: { limit: 200, delaySeconds: 2, maxDelaySeconds: 300 },
  expireSeconds: 300,
})

export interface Envelope {
  from: string | null
  clientName: string | null
  clientIp: string | null
}

export interface ArrivingEmail {
  via: 'smtp' | 'imap'
  address: string
  target: ReplyTarget
  envelope: Envelope
  content: AsyncIterable<Buffer>
}

/** The sender's server should try again later: nothing is wrong with the email. */
export class TooManyEmailsError extends Error {
  override name = 'TooManyEmailsError'
}

/** The email itself can't be taken, now or later. */
export class EmailRefusedError extends Error {
  override name = 'EmailRefusedError'
}

/** Of one address, one business, and what waits for its managers. */
export async function requireRoom(
  { clock, database }: Pick<Services, 'clock' | 'database'>,
  target: ReplyTarget,
): Promise<void> {
  const since = new Date(clock.now().getTime() - dayMs)
  const counts = await database.transact(systemActor, (tx) => countSince(tx, target, since), {
    readOnly: true,
  })
  const isFull =
    counts.ofRequest >= limits.emailsOfRequestPerDay ||
    counts.ofBusiness >= limits.emailsOfBusinessPerDay ||
    counts.waiting >= limits.waitingOfBusiness
  if (isFull) throw new TooManyEmailsError()
}

/** Returns once the email is safely stored, or was before. */
export async function storeEmail(services: Services, email: ArrivingEmail): Promise<'stored' | 'known'> {
  const { clock, database, files, jobs } = services
  const { target, envelope, via } = email
  await requireRoom(services, target)
  await files.requireFreeSpace()
  const at = clock.now()
  const id = timeOrderedId(at)
  const watched = new WatchedEmail(email.content)
  const draft = await files
    .put({ documentId: id, rendition: 'email', version: 1 }, watched, { maxBytes: limits.messageBytes })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'too-large') {
        throw new EmailRefusedError('The message is too large', { cause: error })
      }
      throw error
    })
  let isPublished = false
  try {
    const messageHash = watched.hash(email.address)
    isPublished = await database.transact(systemActor, async (tx) => {
      if (await isKnown(tx, messageHash)) return false
      const isNew = await insertEmail(tx, {
        id,
        business_id: target.businessId,
        request_id: target.requestId,
        message_hash: messageHash,
        status: 'arrived',
        size_bytes: draft.sizeBytes,
        envelope_from: envelope.from?.slice(0, 320) ?? null,
        client_name: envelope.clientName?.slice(0, 255) ?? null,
        client_ip: envelope.clientIp?.slice(0, 64) ?? null,
        arrived_at: at,
      })
      if (!isNew) return false
      await files.publish(tx, draft)
      await jobs.enqueue(tx, readEmailJob, { emailId: id }, { fairnessKey: target.businessId })
      await noteState(tx, { kind: via, received_at: at })
      return true
    })
    return isPublished ? 'stored' : 'known'
  } finally {
    if (!isPublished) await files.discard(draft)
  }
}

const endOfHeaders = /\r?\n\r?\n/

/** Reads along: the Message-ID is needed before anything is parsed. */
class WatchedEmail implements AsyncIterable<Buffer> {
  readonly #content: AsyncIterable<Buffer>
  readonly #digest = createHash('sha256')
  #head = ''
  #isHeadWhole = false

  constructor(content: AsyncIterable<Buffer>) {
    this.#content = content
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, void> {
    for await (const piece of this.#content) {
      this.#digest.update(piece)
      this.#watch(piece)
      yield piece
    }
  }

  #watch(piece: Buffer): void {
    if (this.#isHeadWhole) return
    this.#head += piece.toString('latin1', 0, limits.headerBytes + 1)
    const end = endOfHeaders.exec(this.#head)
    if (end ? end.index > limits.headerBytes : this.#head.length > limits.headerBytes) {
      throw new EmailRefusedError('The headers are too long')
    }
    if (!end) return
    this.#head = this.#head.slice(0, end.index)
    this.#isHeadWhole = true
  }

  /** Of the Message-ID, or of everything if there is none. */
  hash(address: string): Buffer {
    const unfolded = this.#head.replace(/\r?\n[ \t]+/g, ' ')
    const messageId = /^message-id:[ \t]*(\S.*?)[ \t]*\r?$/im.exec(unfolded)?.[1]
    const what = messageId ?? this.#digest.digest('hex')
    return hash('sha256', `${address.toLowerCase()}\0${what}`, 'buffer')
  }
}
