/**
 * Reads an email that has arrived and decides what becomes of it, in one transaction that also destroys the email as it
 * came. Killed before that, it runs again.
 */
import { buffer } from 'node:stream/consumers'
import type { WaitingReason } from '@exempta/contract/inbound'
import { cleanLine, cleanLines } from '@exempta/contract/text'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import type { JobContext } from '../../../platform/jobs/handle.ts'
import { maskText } from '../../../platform/mask-text.ts'
import type { Services } from '../../../platform/services.ts'
import type { FileDraft } from '../../../platform/storage/put-file.ts'
import { importEmailed } from '../../archive/index.ts'
import { findAskedRequest, noteAutomaticAnswer, noteBounce } from '../../requests/index.ts'
import { answerRefused } from '../answer-refused.ts'
import { limits } from '../limits.ts'
import { notifyManagers, publishEmail } from '../notify-managers.ts'
import {
  type EmailRow,
  findEmail,
  findOpenRequestTo,
  findRequestOfEmail,
  insertAttachments,
  isOurs,
  lockEmail,
  updateEmail,
} from '../queries.ts'
import { checkSender, LookupFailedError, type SenderChecks } from './check-sender.ts'
import { classifyEmail, type EmailKind } from './classify.ts'
import { parseEmail, UnreadableEmailError } from './parse-email.ts'
import type { ParsedEmail } from './parsed-email.ts'
import { type SortedAttachment, sortAttachments } from './sort-attachments.ts'

type Context = Pick<JobContext, 'attempt' | 'signal' | 'completeWithin'>

export async function readEmail(services: Services, emailId: string, context: Context): Promise<void> {
  const { database, files } = services
  const row = await database.transact(systemActor, (tx) => findEmail(tx, emailId), { readOnly: true })
  if (row?.status !== 'arrived') return
  const stored = await files.get({ documentId: emailId, rendition: 'email', version: 1 })
  const bytes = await buffer(stored.stream)
  const email = await readUntrusted(services, row, bytes, context)
  const drafts: FileDraft[] = []
  let isPublished = false
  try {
    const attachments: StoredAttachment[] = []
    for (const attachment of email.attachments) {
      const id = timeOrderedId(services.clock.now())
      attachments.push({ id, ...attachment })
      if (attachment.refusal !== null) continue
      const piece = { documentId: id, rendition: 'piece-0', version: 1 }
      drafts.push(await files.put(piece, attachment.content))
    }
    isPublished = await database.transact(systemActor, async (tx) => {
      if ((await lockEmail(tx, emailId))?.status !== 'arrived') return false
      await files.destroy(tx, { documentId: emailId })
      const keepsFiles = await decide(services, tx, row, { ...email, attachments })
      if (keepsFiles) for (const draft of drafts) await files.publish(tx, draft)
      publishEmail(tx, row)
      await context.completeWithin(tx)
      return keepsFiles
    })
  } finally {
    if (!isPublished) for (const draft of drafts) await files.discard(draft)
  }
}

type StoredAttachment = SortedAttachment & { id: string }

interface ReadEmail {
  kind: EmailKind | { kind: 'unreadable' }
  from: string | null
  messageId: string | null
  subject: string
  text: string
  attachments: SortedAttachment[]
  checks: SenderChecks
}

const noChecks: SenderChecks = { spf: 'none', dkim: 'none', dmarc: 'none', isAuthentic: false }

async function readUntrusted(
  services: Services,
  row: EmailRow,
  bytes: Buffer<ArrayBuffer>,
  { attempt, signal }: Context,
): Promise<ReadEmail> {
  const cameBySmtp = row.client_ip !== null
  let parsed: ParsedEmail
  try {
    parsed = await parseEmail(bytes, signal)
  } catch (error) {
    if (!(error instanceof UnreadableEmailError)) throw error
    // What it says in its envelope is all that is known about it.
    const from = row.envelope_from?.toLowerCase() ?? null
    const nothing = { from, messageId: null, subject: '', text: '', attachments: [] }
    return { kind: { kind: 'unreadable' }, checks: noChecks, ...nothing }
  }
  const kind = classifyEmail(parsed, { envelopeFrom: row.envelope_from, cameBySmtp })
  const isChecked = kind.kind === 'ordinary' || kind.kind === 'automatic'
  return {
    kind,
    from: parsed.from,
    messageId: parsed.messageId,
    subject: maskText(cleanLine(parsed.subject.toWellFormed()))
      .text.slice(0, limits.subjectLength)
      .toWellFormed(),
    text: maskText(cleanLines(parsed.text.slice(0, limits.textLength * 4).toWellFormed()))
      .text.slice(0, limits.textLength)
      .toWellFormed(),
    attachments: isChecked ? sortAttachments(parsed.attachments) : [],
    checks: isChecked ? await check(services, row, parsed.from, bytes, attempt) : noChecks,
  }
}

/** How often a sender's domain that doesn't answer is asked again, within about a quarter of an hour. */
const lookupAttempts = 8

async function check(
  { inboundEmail }: Services,
  row: EmailRow,
  from: string | null,
  bytes: Buffer,
  attempt: number,
): Promise<SenderChecks> {
  // It was turned off since: nobody can say where the email came from.
  if (!inboundEmail) return noChecks
  const envelope =
    row.client_ip === null
      ? null
      : { from: row.envelope_from, clientName: row.client_name, clientIp: row.client_ip }
  try {
    return await checkSender(bytes, { from, envelope }, inboundEmail.resolveDns)
  } catch (error) {
    if (!(error instanceof LookupFailedError) || attempt < lookupAttempts) throw error
    return noChecks
  }
}

type Decided = Omit<ReadEmail, 'attachments'> & { attachments: StoredAttachment[] }

/** Returns whether the bytes of its attachments are kept. */
async function decide(services: Services, tx: Transaction, row: EmailRow, email: Decided): Promise<boolean> {
  const { kind, from, messageId } = email
  const isOwn =
    (messageId !== null && (await isOurs(tx, messageId))) || (from !== null && isSender(services, from))
  if (isOwn && kind.kind !== 'bounce' && kind.kind !== 'unreadable') return close(tx, row, email, 'own')
  if (kind.kind === 'bounce') {
    const about = kind.aboutId ? await findRequestOfEmail(tx, row.business_id, kind.aboutId) : undefined
    const requestId = row.request_id ?? about
    if (requestId) await noteBounce(services, tx, requestId, kind.bounce)
    return close(tx, { ...row, request_id: requestId ?? null }, email, 'bounce')
  }
  if (kind.kind === 'delay') return close(tx, row, email, 'automatic')
  const takeable = email.attachments.filter(({ refusal }) => refusal === null)
  if (kind.kind === 'automatic' && takeable.length === 0) {
    if (row.request_id) await noteAutomaticAnswer(services, tx, row.request_id)
    return close(tx, row, email, 'automatic')
  }
  const { requestId, reason } = await reasonToWait(tx, row, email, takeable.length)
  const about = { ...row, request_id: requestId }
  if (reason) await wait(services, tx, about, email, reason)
  else await accept(services, tx, about, email, takeable)
  if (kind.kind === 'ordinary') await answerRefused(services, tx, about, email)
  return true
}

const isSender = ({ emailTransport, mailFrom }: Services, from: string): boolean => {
  const own = emailTransport?.from.address ?? /<([^>]+)>/.exec(mailFrom ?? '')?.[1] ?? mailFrom
  return own?.toLowerCase() === from
}

async function reasonToWait(
  tx: Transaction,
  row: EmailRow,
  { kind, from, checks }: Pick<ReadEmail, 'kind' | 'from' | 'checks'>,
  takeable: number,
): Promise<{ requestId: string | null; reason: WaitingReason | null }> {
  const found =
    checks.isAuthentic && from !== null ? await findOpenRequestTo(tx, row.business_id, from) : undefined
  const requestId = row.request_id ?? found ?? null
  const wait = (reason: WaitingReason | null) => ({ requestId, reason })
  if (kind.kind === 'unreadable') return wait('unreadable')
  if (kind.kind === 'automatic') return wait('automatic')
  if (!checks.isAuthentic) return wait('not-authentic')
  const request = requestId ? await findAskedRequest(tx, requestId) : undefined
  if (!request || request.email?.toLowerCase() !== from) return wait('stranger')
  if (request.isClosed) return wait('closed')
  return wait(takeable === 0 ? 'no-attachment' : null)
}

const described = ({ from, subject, checks }: Pick<ReadEmail, 'from' | 'subject' | 'checks'>) => ({
  sender: from?.slice(0, 254) ?? null,
  subject: subject || null,
  spf: checks.spf,
  dkim: checks.dkim,
  dmarc: checks.dmarc,
  is_authentic: checks.isAuthentic,
  envelope_from: null,
  client_name: null,
  client_ip: null,
})

/** Reports and programs' emails: nothing of what they say is kept. */
async function close(
  tx: Transaction,
  row: EmailRow,
  email: Pick<ReadEmail, 'from' | 'subject' | 'checks'>,
  status: 'own' | 'bounce' | 'automatic',
): Promise<false> {
  const { request_id } = row
  await updateEmail(tx, row.id, {
    ...described(email),
    subject: null,
    request_id,
    status,
    decided_at: row.arrived_at,
  })
  return false
}

const asRows = (row: EmailRow, attachments: readonly StoredAttachment[], isWaiting: boolean) =>
  attachments.map(({ id, name, sizeBytes, refusal }, position) => ({
    id,
    email_id: row.id,
    business_id: row.business_id,
    position,
    name,
    size_bytes: sizeBytes,
    refusal,
    is_held: isWaiting && refusal === null,
  }))

async function wait(
  services: Services,
  tx: Transaction,
  row: EmailRow,
  email: Decided,
  reason: WaitingReason,
): Promise<void> {
  await notifyManagers(services, tx, row)
  await updateEmail(tx, row.id, {
    ...described(email),
    request_id: row.request_id,
    status: 'waiting',
    reason,
    body_text: email.text || null,
  })
  await insertAttachments(tx, asRows(row, email.attachments, true))
}

async function accept(
  services: Services,
  tx: Transaction,
  row: EmailRow,
  email: Decided,
  takeable: readonly StoredAttachment[],
): Promise<void> {
  const importId = await importEmailed(
    services,
    tx,
    row.business_id,
    takeable.map(({ id, name, sizeBytes }) => ({ id, path: name, sizeBytes })),
  )
  await updateEmail(tx, row.id, {
    ...described(email),
    request_id: row.request_id,
    status: 'accepted',
    import_id: importId,
    decided_at: services.clock.now(),
  })
  await insertAttachments(tx, asRows(row, email.attachments, false))
}
