import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { findCampaignMessage } from '../queries/campaigns.ts'
import { findBusinessStatus, findStoredRequest, type StoredRequest } from '../queries/requests.ts'
import { readToken } from '../request-links.ts'

export interface OpenRequest extends StoredRequest {
  businessName: string
  isVerified: boolean
}

/** Unknown links, closed requests and businesses that are not active get the same answer. */
export async function findOpenRequest(
  services: Services,
  tx: Transaction,
  untrustedToken: string,
  find = findStoredRequest,
): Promise<OpenRequest | undefined> {
  const id = await readToken(services, tx, untrustedToken)
  const request = id && (await find(tx, id))
  if (!request || request.closed_at) return undefined
  const business = await findBusinessStatus(tx, request.business_id)
  if (business?.status !== 'active') return undefined
  const message = request.message ?? (await messageOf(tx, request))
  return { ...request, message, businessName: business.name, isVerified: business.verified }
}

const messageOf = async (tx: Transaction, { campaign_id }: StoredRequest): Promise<string | null> =>
  campaign_id ? findCampaignMessage(tx, campaign_id) : null

export async function requireOpenRequest(
  services: Services,
  tx: Transaction,
  untrustedToken: string,
  find = findStoredRequest,
): Promise<OpenRequest> {
  const request = await findOpenRequest(services, tx, untrustedToken, find)
  if (!request) throw new AppError('gone', { text: 'This request is closed.' })
  return request
}
