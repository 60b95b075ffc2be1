/** What emails of customers change about a request. All of it needs the rights of the system. */
import type { Bounce } from '@exempta/contract/requests'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { systemCall } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { recordRequestEvent } from '../api/index.ts'
import { matchArrived } from '../customers/index.ts'
import { lockRequest, updateRequest } from './queries/requests.ts'
import { forgetNotExempt } from './refusals.ts'
import { publishRequest } from './requests.ts'

export interface AskedRequest {
  id: string
  /** The address that was asked; null if nobody was emailed. */
  email: string | null
  isClosed: boolean
}

export async function findAskedRequest(tx: Transaction, id: string): Promise<AskedRequest | undefined> {
  const row = await lockRequest(tx, id)
  return row && { id, email: row.email, isClosed: row.closed_at !== null }
}

/** A certificate that was emailed is shared with the business. Several can come for one request. */
export async function takeEmailedAnswer(
  services: Services,
  tx: Transaction,
  { requestId, shareId }: { requestId: string; shareId: string },
): Promise<void> {
  const request = await lockRequest(tx, requestId)
  if (!request) return
  const at = services.clock.now()
  const { business_id: businessId, email } = request
  await recordRequestEvent(services, tx, { requestId, shareId })
  await updateRequest(tx, requestId, {
    received_at: request.received_at ?? at,
    received_count: request.received_count + 1,
    declined_at: null,
    share_id: shareId,
    updated_at: at,
  })
  await matchArrived(services, tx, [shareId])
  if (email) await forgetNotExempt(tx, businessId, email)
  const target = { kind: 'request', id: requestId } as const
  await recordAudit(tx, systemCall, { at, action: 'request.answer', target })
  publishRequest(tx, businessId, requestId)
}

/** The email that asked came back. What was answered already stays as it is. */
export async function noteBounce(
  { clock }: Services,
  tx: Transaction,
  requestId: string,
  bounce: Bounce,
): Promise<void> {
  const request = await lockRequest(tx, requestId)
  if (!request?.sent_at || request.received_at) return
  const at = clock.now()
  await updateRequest(tx, requestId, { bounced_at: at, bounce, remind_on: null, updated_at: at })
  publishRequest(tx, request.business_id, requestId)
}

export async function noteAutomaticAnswer(
  { clock }: Services,
  tx: Transaction,
  requestId: string,
): Promise<void> {
  const request = await lockRequest(tx, requestId)
  if (!request) return
  const at = clock.now()
  await updateRequest(tx, requestId, { auto_answered_at: at, updated_at: at })
  publishRequest(tx, request.business_id, requestId)
}
