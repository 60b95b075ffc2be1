import { dayMs } from '@exempta/contract/durations'
import type { NewShares } from '@exempta/contract/sharing'
import { AppError } from '../../platform/app-error.ts'
import { type Call, type PersonActor, personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { secretPath } from '../../platform/email/links.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import { hashToken, randomToken, timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { emailShareEmail } from './emails.ts'
import { limits } from './limits.ts'
import { mayShare } from './policy.ts'
import {
  countEmailLinks,
  findActiveBusinesses,
  findOwnDocuments,
  findOwner,
  insertEmailLink,
} from './queries/recipients.ts'
import {
  addressesToInvite,
  lockSharesOf,
  type NewShare,
  type ShareKey,
  type ShareTerms,
  upsertShares,
} from './queries/share-rows.ts'
import { applyShareChange } from './share-events.ts'

export interface EmailInvitation {
  id: string
  ownerId: string
  email: string
  token: string
}

/** Creates one link per address; the email is sent after its shares exist. Only the link's hash is stored. */
async function prepareEmailLinks(
  { clock }: Services,
  tx: Transaction,
  { ownerId, emails, expiresAt }: { ownerId: string; emails: readonly string[]; expiresAt: Date },
): Promise<EmailInvitation[]> {
  const now = clock.now()
  const sentToday = await countEmailLinks(tx, ownerId, new Date(now.getTime() - dayMs))
  if (emails.length > 0 && sentToday + emails.length > limits.shareEmailsPerDay) {
    throw new AppError('too-many-requests', {
      text: `You can share with up to ${limits.shareEmailsPerDay} email addresses a day. Please continue tomorrow.`,
    })
  }
  const invitations = emails.map((email) => ({
    id: timeOrderedId(now),
    ownerId,
    email,
    token: randomToken(),
  }))
  for (const { id, email, token } of invitations) {
    await insertEmailLink(tx, {
      id,
      token_hash: hashToken(token),
      owner_id: ownerId,
      email,
      created_at: now,
      expires_at: expiresAt,
    })
  }
  return invitations
}

async function emailRecipient(
  services: Services,
  tx: Transaction,
  { ownerId: sentBy, email, token }: EmailInvitation,
  about: { sender: string; isOwn: boolean; message: string | null; documents: number; expiresAt: Date },
): Promise<void> {
  const link = secretPath(services.publicUrl, `/s/${token}`)
  await queueEmail(services, tx, { to: email, sentBy, template: emailShareEmail, data: { ...about, link } })
}

/** Shares every chosen document with every chosen recipient, or nothing at all. */
export const shareDocuments = (services: Services, call: Call, input: NewShares) =>
  services.database.transact(personOf(call), (tx) => shareWithin(services, tx, call, input))

type ReceivedNotice = (about: { count: number; owner: string; documents: string }) => {
  title: string
  message: string
}

const received: ReceivedNotice = ({ count, owner, documents }) => ({
  title: `${owner} shared ${documents}`,
  message: count === 1 ? 'The document is waiting for review.' : `${count} documents are waiting for review.`,
})

/** The same as part of the caller's transaction, with what its businesses are notified of. */
export async function shareWithin(
  services: Services,
  tx: Transaction,
  call: Call,
  input: NewShares,
  notice: ReceivedNotice = received,
): Promise<{ created: number; reopened: number; unchanged: number }> {
  const owner = personOf(call)
  const wanted = {
    ...input,
    documentIds: [...new Set(input.documentIds)],
    businessIds: [...new Set(input.businessIds)],
    emails: [...new Set(input.emails)],
  }
  const at = services.clock.now()
  const sharer = await requireSharer(services, tx, owner)
  const { name: sender } = sharer
  await requireShareable(tx, owner, wanted)
  await lockSharesOf(tx, owner.id)
  const made = new Set<string>()
  const changed = [
    ...(await shareWithBusinesses(services, tx, owner, wanted, made)),
    ...(await shareByEmail(services, tx, owner, wanted, made, sharer)),
  ]
  await applyShareChange(services, tx, call, changed, {
    at,
    act: ({ id }) => (made.has(id) ? 'shared' : 'reopened'),
    webhook: 'document.received',
    businessNotice: (about) => ({
      ...notice({ ...about, owner: sender }),
      kind: 'received',
      about: sender,
    }),
    ownerNotice: null,
  })
  const created = changed.filter(({ id }) => made.has(id)).length
  const pairs = wanted.documentIds.length * (wanted.businessIds.length + wanted.emails.length)
  return { created, reopened: changed.length - created, unchanged: pairs - changed.length }
}

type Wanted = NewShares

type Sharer = Awaited<ReturnType<typeof findOwner>>

/** Returns the owner, with their name as recipients see it. */
async function requireSharer(
  { emailTransport: mail }: Services,
  tx: Transaction,
  owner: PersonActor,
): Promise<Sharer> {
  const row = await findOwner(tx, owner.id)
  if (!mayShare(row, mail !== undefined)) throw new AppError('email-not-verified')
  return row
}

async function requireShareable(tx: Transaction, owner: PersonActor, wanted: Wanted): Promise<void> {
  const documents = await findOwnDocuments(tx, owner.id, wanted.documentIds)
  if (documents.length < wanted.documentIds.length) throw new AppError('not-found')
  if (documents.some(({ status }) => status !== 'processed')) throw new AppError('not-processed')
  refuseUnchecked(documents)
  const businesses = await findActiveBusinesses(tx, wanted.businessIds)
  if (businesses.length < wanted.businessIds.length) throw new AppError('recipient-not-active')
}

function refuseUnchecked(documents: readonly { name: string; needs_check: boolean }[]): void {
  const [first] = documents.filter((document) => document.needs_check)
  if (first) throw new AppError('needs-check', { text: `Check ${first.name} before you share it.` })
}

async function shareWithBusinesses(
  { clock }: Services,
  tx: Transaction,
  owner: PersonActor,
  { documentIds, businessIds, ...wanted }: Wanted,
  made: Set<string>,
): Promise<ShareKey[]> {
  if (businessIds.length === 0) return []
  const now = clock.now()
  const terms = { ...termsOf(wanted), hasWatermark: false, expiresAt: null }
  const shares = pairsOf(documentIds, businessIds, now)
  for (const { id } of shares) made.add(id)
  return upsertShares(tx, owner.id, 'business', shares, terms, now)
}

async function shareByEmail(
  services: Services,
  tx: Transaction,
  owner: PersonActor,
  { documentIds, emails, ...wanted }: Wanted,
  made: Set<string>,
  { name: sender, email: own }: Sharer,
): Promise<ShareKey[]> {
  if (emails.length === 0) return []
  const now = services.clock.now()
  const expiresAt = new Date(now.getTime() + wanted.expiresInDays * dayMs)
  const terms = { ...termsOf(wanted), expiresAt }
  const toInvite = await addressesToInvite(tx, owner.id, documentIds, emails, now)
  const links = await prepareEmailLinks(services, tx, { ownerId: owner.id, emails: toInvite, expiresAt })
  const linkOf = new Map(links.map(({ id, email }) => [email, id]))
  const shares = pairsOf(documentIds, toInvite, now).map((share) => ({
    ...share,
    linkId: linkOf.get(share.recipient),
  }))
  for (const { id } of shares) made.add(id)
  const changed = await upsertShares(tx, owner.id, 'email', shares, terms, now)
  const { message } = terms
  for (const link of links) {
    const documents = changed.filter(({ email }) => email === link.email).length
    const isOwn = link.email.toLowerCase() === own.toLowerCase()
    await emailRecipient(services, tx, link, { sender, isOwn, message, documents, expiresAt })
  }
  return changed
}

const termsOf = ({
  message,
  canDownload,
  hasWatermark,
  notifiesOnFirstView,
}: Omit<Wanted, 'documentIds' | 'businessIds' | 'emails'>): Omit<ShareTerms, 'expiresAt'> => ({
  message: message || null,
  canDownload,
  hasWatermark,
  notifiesOnFirstView,
})

const pairsOf = (documentIds: readonly string[], recipients: readonly string[], now: Date): NewShare[] =>
  documentIds.flatMap((documentId) =>
    recipients.map((recipient) => ({ id: timeOrderedId(now), documentId, recipient })),
  )
