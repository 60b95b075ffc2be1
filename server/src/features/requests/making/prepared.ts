/** What the page of a request shows about a new certificate: a draft, or what the person signed before. */
import type { RequestPage } from '@exempta/contract/requests/answers'
import type { MakingReview } from '@exempta/contract/requests/making'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import type { OpenRequest } from '../answers/open-request.ts'
import type { AnswerRow } from '../queries/answers.ts'
import { findDraft, findEarlierSigned } from '../queries/making.ts'
import { makingOf } from './review.ts'

/** Only for whoever showed that the request went to them. */
export async function earlierFor(
  tx: Transaction,
  { kind, email, business_id: businessId, state, received_at }: OpenRequest,
): Promise<RequestPage['earlier']> {
  if (kind !== 'email' || !email || received_at) return null
  const found = await findEarlierSigned(tx, { businessId, email, state })
  return found ? { signedAt: found.signed_at.toISOString(), draft: found.draft, lines: found.shown } : null
}

/** Null, too, when nothing can be made of it anymore: then the customer starts over. */
export async function draftOf(
  services: Services,
  tx: Transaction,
  request: OpenRequest,
  { id }: Pick<AnswerRow, 'id'>,
): Promise<MakingReview | null> {
  const row = await findDraft(tx, id)
  if (!row) return null
  try {
    return (await makingOf(services, tx, request, row.draft)).review
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
