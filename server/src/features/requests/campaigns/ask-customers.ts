/** Asks customers whom another feature found, as a campaign that is sent at once. */
import { CampaignMapping } from '@exempta/contract/requests/campaigns'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import type { Member } from '../../businesses/index.ts'
import { insertCampaign, insertRows, refusedAmong } from '../queries/campaigns.ts'
import { addressHash } from '../refusals.ts'
import { publishRequest } from '../requests.ts'
import { dueOn } from './check-rows.ts'

const noColumns: CampaignMapping = CampaignMapping.parse({
  email: null,
  customerName: null,
  customerReference: null,
  state: null,
  saleOn: null,
})
const batchSize = 1000

interface AskedCustomer {
  email: string
  customer_name: string | null
  state: string
}

/**
 * The state's days to obtain a certificate count from today, when the seller asks. Who doesn't want to be asked is left
 * out. Returns the campaign, or undefined if no one is left to ask.
 */
export async function askCustomers(
  { clock }: Services,
  tx: Transaction,
  call: Call,
  { businessId, businessStatus }: Member,
  asked: {
    name: string
    customers: readonly AskedCustomer[]
  },
): Promise<{ campaignId: string; count: number } | undefined> {
  if (businessStatus !== 'active') throw new AppError('business-not-active')
  const member = memberOf(call)
  const at = clock.now()
  const today = at.toISOString().slice(0, 10)
  const campaignId = timeOrderedId(at)
  const createdBy = member.kind === 'person' ? member.id : null
  const hashOf = (email: string) => addressHash(businessId, email)
  const wanted: AskedCustomer[] = []
  for (let begin = 0; begin < asked.customers.length; begin += batchSize) {
    const batch = asked.customers.slice(begin, begin + batchSize)
    const refused = await refusedAmong(
      tx,
      businessId,
      batch.map(({ email }) => hashOf(email)),
    )
    wanted.push(...batch.filter(({ email }) => !refused.has(hashOf(email).toString('hex'))))
  }
  if (wanted.length === 0) return undefined
  await insertCampaign(tx, {
    id: campaignId,
    business_id: businessId,
    name: asked.name,
    status: 'sending',
    columns: [],
    mapping: JSON.stringify(noColumns),
    row_count: wanted.length,
    good_count: wanted.length,
    created_by: createdBy,
    created_at: at,
    updated_at: at,
    started_at: at,
  })
  for (let begin = 0; begin < wanted.length; begin += batchSize) {
    const rows = wanted.slice(begin, begin + batchSize).map(({ email, customer_name, state }, line) => ({
      id: timeOrderedId(at),
      line,
      email,
      customer_name,
      customer_ref: null,
      state,
      sale_on: null,
      due_on: dueOn(state, today),
    }))
    await insertRows(tx, { businessId, campaignId, createdBy, at }, rows)
  }
  const target = { kind: 'campaign', id: campaignId } as const
  await recordAudit(tx, call, {
    at,
    action: 'campaign.start',
    target,
    details: { rows: wanted.length, good: wanted.length },
  })
  publishRequest(tx, businessId, campaignId)
  return { campaignId, count: wanted.length }
}
