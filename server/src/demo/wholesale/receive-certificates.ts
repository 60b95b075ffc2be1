/** Customers send their certificates, by themselves or in answer to a request, and the team looks at them. */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Document } from '@exempta/contract/documents'
import { documentLimits } from '@exempta/contract/documents/limits'
import { NewShares } from '@exempta/contract/sharing'
import { confirmExemption } from '../../features/certificates/reading/confirm-exemption.ts'
import { getDocument } from '../../features/documents/read-documents.ts'
import { confirmAnswer, openAnswer, takeAnswer } from '../../features/requests/answers/prepare.ts'
import { sendAnswer } from '../../features/requests/answers/send.ts'
import { type AnswerKey, asOwner, getRequestPage } from '../../features/requests/answers/visit.ts'
import { updateAnswer } from '../../features/requests/queries/answers.ts'
import { rejectReceived, verifyReceived } from '../../features/review/index.ts'
import { listShares, recordShareView, shareDocuments } from '../../features/sharing/index.ts'
import { revokeShares } from '../../features/sharing/revoke-shares.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { randomToken } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { earlier } from '../earlier.ts'
import { acceptForAYear, callOf, partsOf, uploadContext, uploadPaper } from '../play-story.ts'
import { type Cast, memberCall, visitor } from './cast.ts'
import { type Certificate, confirmedOf, paperOf } from './certificates.ts'
import type { Customer } from './customers.ts'
import type { SentRequest } from './list-of-requests.ts'

/** A certificate on its way: uploaded, and waiting until it is processed. */
export interface Waiting {
  customer: Customer
  ownerId: string
  documentId: string
  /** Whose document it is until it is sent. */
  uploader: Call
  answers?: AnswerKey
}

const openedBeforeDays = 0.01
const pollMs = 300

/** Undefined when the certificate was shared before this job was interrupted. */
export async function uploadCertificate(
  services: Services,
  cast: Cast,
  { customer, id: ownerId }: { customer: Customer; id: string },
  request: SentRequest | undefined,
): Promise<Waiting | undefined> {
  const at = earlier(services, customer.sharedDaysAgo + openedBeforeDays)
  const paper = paperOf(customer, new Date(cast.startedAt))
  if (!request) {
    const owner = callOf(ownerId, 'user')
    const document = await uploadPaper(at, owner, paper)
    if (!document || (await isShared(services, owner, document))) return
    return { customer, ownerId, documentId: document.id, uploader: owner }
  }
  if (request.isReceived) return
  const link = { token: request.token, cookie: undefined }
  await getRequestPage(at, visitor, link)
  const secret = randomToken()
  const newFile = { secret, sourceHash: randomBytes(32), sizeBytes: documentLimits.uploadMaxBytes }
  const act = <T>(work: (tx: Transaction) => Promise<T>) => services.database.transact(systemActor, work)
  const answer = await act((tx) => openAnswer(at, tx, request.token, newFile))
  const file = await takeAnswer(uploadContext(at, visitor), answer, partsOf(paper))
  if (!('document' in file)) return
  // It was uploaded days ago in the story, and would be cleared as idle.
  await act((tx) => updateAnswer(tx, answer.id, { progress_at: services.clock.now() }))
  const uploader = asOwner(visitor, answer)
  const answers = { token: request.token, cookie: secret }
  return { customer, ownerId, documentId: file.document.id, uploader, answers }
}

const isShared = async (services: Services, owner: Call, { id: documentId }: Pick<Document, 'id'>) =>
  (await listShares(services, owner, { documentId, limit: 1 })).items.length > 0

/** False if it can't be used. */
export async function untilProcessed(
  services: Services,
  owner: Call,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const { status } = await getDocument(services, owner, id)
    if (status !== 'processing') return status === 'processed'
    await delay(pollMs, undefined, { signal })
  }
}

export async function sendCertificate(
  services: Services,
  cast: Cast,
  { customer, ownerId, documentId, uploader, answers }: Waiting,
): Promise<void> {
  const at = earlier(services, customer.sharedDaysAgo)
  const confirmed = confirmedOf(customer, new Date(cast.startedAt))
  if (answers) {
    await confirmAnswer(at, visitor, answers, confirmed)
    await sendAnswer(at, callOf(ownerId, 'user'), answers)
  } else {
    await confirmExemption(at, uploader, { id: documentId, ...confirmed })
    await shareWith(at, uploader, documentId, cast.businessId)
  }
  await review(services, cast, customer, { ownerId, documentId })
}

const shareWith = (services: Services, owner: Call, documentId: string, businessId: string) =>
  shareDocuments(services, owner, NewShares.parse({ documentIds: [documentId], businessIds: [businessId] }))

/** From a few hours to a day and a half. */
const reviewedAfterDays = (organization: string) => 0.15 + (organization.length % 7) * 0.22

/** The two managers take turns. A certificate that came today still waits. */
async function review(
  services: Services,
  cast: Cast,
  { sharedDaysAgo, outcome, organization, accepted }: Customer,
  { ownerId, documentId }: { ownerId: string; documentId: string },
): Promise<void> {
  if (outcome.kind === 'pending') return
  const owner = callOf(ownerId, 'user')
  const [share] = (await listShares(services, owner, { documentId, limit: 1 })).items
  if (!share) return
  const reviewer = memberCall(cast, organization.length % 2 === 0 ? 'managerId' : 'colleagueId')
  const at = earlier(services, Math.max(sharedDaysAgo - reviewedAfterDays(organization), 0.1))
  await at.database.transact(reviewer.actor, (tx) =>
    recordShareView(at, tx, reviewer, { shareId: share.id, act: 'viewed' }),
  )
  const seen = { id: share.id, version: 1 }
  if (outcome.kind === 'rejected') await rejectReceived(at, reviewer, { ...seen, reason: outcome.reason })
  else await verifyReceived(at, reviewer, [seen])
  if (accepted) await acceptForAYear(at, reviewer, share.id, accepted)
  if (outcome.kind === 'revoked') await revokeShares(earlier(services, outcome.daysAgo), owner, [share.id])
}

/** The certificates of the demo's user: good, good until soon, and expired. */
const wallet: readonly (Certificate & { sharedDaysAgo: number })[] = [
  { state: 'MN', form: 'mn-st3', number: '3811420', signedDaysAgo: 12, sharedDaysAgo: 11 },
  {
    state: 'WI',
    form: 'wi-s-211',
    number: '008-000381142013',
    signedDaysAgo: 341,
    expiresInDays: 24,
    sharedDaysAgo: 10,
  },
  {
    state: 'MI',
    form: 'mi-3372',
    number: '41-0987654',
    signedDaysAgo: 386,
    expiresInDays: -21,
    sharedDaysAgo: 7,
  },
].map((certificate) => ({
  ...certificate,
  organization: 'Harbor Light Community Clinic',
  person: 'Rosa Delgado',
  address: '218 Wharf Street, Duluth, MN 55802',
  reason: 'charity',
}))

/** Maple Street Supply has verified those that were good when they came. */
export async function fillWallet(services: Services, cast: Cast, signal: AbortSignal): Promise<void> {
  const owner = callOf(cast.userId, 'user')
  const start = new Date(cast.startedAt)
  for (const certificate of wallet) {
    const at = earlier(services, certificate.sharedDaysAgo)
    const document = await uploadPaper(at, owner, paperOf(certificate, start))
    if (!document || (await isShared(services, owner, document))) continue
    if (!(await untilProcessed(services, owner, document.id, signal))) continue
    await confirmExemption(at, owner, { id: document.id, ...confirmedOf(certificate, start) })
    await shareWith(at, owner, document.id, cast.businessId)
    const outcome: Customer['outcome'] =
      (certificate.expiresInDays ?? 1) < 0
        ? { kind: 'rejected', reason: 'This certificate has expired. Please send the current one.' }
        : { kind: 'verified' }
    const customer = { ...certificate, outcome, email: '' }
    await review(services, cast, customer, { ownerId: cast.userId, documentId: document.id })
  }
}
