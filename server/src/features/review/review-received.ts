import type { ReceivedDocument, SeenInReview } from '@exempta/contract/review'
import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { documentsInWords } from '../../platform/documents-in-words.ts'
import type { Services } from '../../platform/services.ts'
import { requireReviewer } from '../businesses/index.ts'
import { applyShareChange } from '../sharing/index.ts'
import {
  findReceived,
  lockReceived,
  type ReceivedRow,
  type Review,
  updateReview,
} from './queries/received.ts'
import { asReceived } from './received.ts'

type Outcome = 'verified' | 'rejected'

export interface ReviewAct {
  act: Outcome | 'review-reopened'
  at: Date
  reason?: string
}

type ReviewedRow = Pick<ReceivedRow, 'id' | 'document_id' | 'owner_id' | 'business_id' | 'document_name'>

/** Everything that follows from a review. */
export function applyReview(
  services: Services,
  tx: Transaction,
  call: Call,
  rows: readonly (ReviewedRow & { business_name: string })[],
  review: ReviewAct,
): Promise<void> {
  const { act, at, reason } = review
  const shares = rows.map((row) => ({ ...row, email: null }))
  return applyShareChange(services, tx, call, shares, {
    at,
    act: () => act,
    reason,
    webhook: webhookEventOf[act],
    businessNotice: null,
    ownerNotice: (own) => {
      const business = own[0]?.business_name ?? ''
      return {
        ...wordsOf(own, review, business),
        ...(act !== 'review-reopened' && { kind: act }),
        about: business,
        documentCount: own.length,
        link: own.length === 1 ? `/user/documents/${own[0]?.document_id}` : '/user/documents?shared=1',
      }
    },
  })
}

function wordsOf(
  rows: readonly Pick<ReceivedRow, 'document_name'>[],
  { act, reason }: ReviewAct,
  business: string,
) {
  const what = documentsInWords(rows.map(({ document_name }) => document_name))
  if (act === 'verified') {
    return { title: `${business} verified ${what}`, message: 'You don’t need to do anything else.' }
  }
  if (act === 'rejected') {
    return {
      title: `${business} rejected ${what}`,
      message: `Reason: ${reason ?? ''}\nOpen the document to upload a corrected version.`,
    }
  }
  return {
    title: `${business} is reviewing ${what} again`,
    message: 'We’ll notify you when the review is finished.',
  }
}

const noReviewer = { personId: null, keyId: null }

const webhookEventOf = {
  verified: 'document.verified',
  rejected: 'document.rejected',
  'review-reopened': 'document.updated',
} as const

export interface ToReview {
  id: string
  /** The version that the reviewer saw. */
  version: number
  /** When what it says was confirmed, as the reviewer saw it; undefined if that does not matter. */
  confirmedAt?: string | null | undefined
  /** What they looked at and found in order. */
  seen?: readonly SeenInReview[]
}

export async function verifyReceived(
  services: Services,
  call: Call,
  documents: readonly ToReview[],
): Promise<ReceivedDocument[]> {
  return review(services, call, documents, { outcome: 'verified' })
}

export async function rejectReceived(
  services: Services,
  call: Call,
  { reason, ...document }: ToReview & { reason: string },
): Promise<ReceivedDocument> {
  const [rejected] = await review(services, call, [document], { outcome: 'rejected', reason })
  if (!rejected) throw new AppError('not-found')
  return rejected
}

export function rejectSeveral(
  services: Services,
  call: Call,
  { documents, reason }: { documents: readonly ToReview[]; reason: string },
): Promise<ReceivedDocument[]> {
  return review(services, call, documents, { outcome: 'rejected', reason })
}

/** A review counts only for the version that the reviewer saw, and only once. */
function review(
  services: Services,
  call: Call,
  documents: readonly ToReview[],
  { outcome, reason }: { outcome: Outcome; reason?: string },
): Promise<ReceivedDocument[]> {
  const seen = new Map(documents.map((document) => [document.id, document]))
  const act: ReviewAct = { act: outcome, at: services.clock.now(), ...(reason && { reason }) }
  const { kind, id } = memberOf(call)
  const reviewer = { personId: kind === 'person' ? id : null, keyId: kind === 'key' ? id : null }
  return change(services, call, [...seen.keys()], act, (rows) => {
    const reviewed = rows.find(({ status }) => status !== 'pending')
    if (reviewed) throw alreadyReviewed(reviewed)
    if (rows.some((row) => row.document_version !== seen.get(row.id)?.version)) {
      throw new AppError('conflict', {
        text: 'The owner changed this document. Please review it again.',
      })
    }
    if (rows.some((row) => !isSameConfirmation(row, seen.get(row.id)))) {
      throw new AppError('conflict', {
        text: 'The owner changed what this document says. Please review it again.',
      })
    }
    const seenIn = new Map(documents.map((document) => [document.id, document.seen ?? []]))
    return { status: outcome, reviewer, reviewedAt: act.at, rejectReason: reason ?? null, seenIn }
  })
}

const isSameConfirmation = ({ confirmed_at }: ReceivedRow, seen: ToReview | undefined) =>
  seen?.confirmedAt === undefined || seen.confirmedAt === (confirmed_at?.toISOString() ?? null)

/** Names the colleague, so that the caller knows whom to ask. */
function alreadyReviewed({ document_name, reviewer_name, status }: ReceivedRow): AppError {
  if (!reviewer_name) return new AppError('already-reviewed')
  return new AppError('already-reviewed', { text: `${reviewer_name} already ${status} ${document_name}.` })
}

export async function reopenReceived(services: Services, call: Call, id: string): Promise<ReceivedDocument> {
  const act: ReviewAct = { act: 'review-reopened', at: services.clock.now() }
  const [reopened] = await change(services, call, [id], act, (rows) => {
    if (rows.some(({ status }) => status === 'pending')) throw new AppError('conflict')
    return { status: 'pending', reviewer: noReviewer, reviewedAt: null, rejectReason: null }
  })
  if (!reopened) throw new AppError('not-found')
  return reopened
}

/**
 * Changes all rows or none. Rows are read again after they are locked, so that no concurrent change is lost.
 */
async function change(
  services: Services,
  call: Call,
  ids: readonly string[],
  act: ReviewAct,
  decide: (rows: readonly ReceivedRow[]) => Review,
): Promise<ReceivedDocument[]> {
  const member = memberOf(call)
  return services.database.transact(member, async (tx) => {
    const { businessId, businessName } = await requireReviewer(tx, member)
    await lockReceived(tx, businessId, ids)
    const found = await findReceived(tx, businessId, ids)
    if (found.length < ids.length) throw new AppError('not-found')
    const decision = decide(found)
    await updateReview(tx, ids, decision, act.at)
    const rows = await findReceived(tx, businessId, ids)
    const reviewed = rows.map((row) => ({ ...row, business_name: businessName }))
    await applyReview(services, tx, call, reviewed, act)
    return rows.map((row) => asReceived(row, act.at))
  })
}
