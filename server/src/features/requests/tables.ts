import type { RequestStatus, requestKinds } from '@exempta/contract/requests'
import type { CampaignMapping, CampaignProblem } from '@exempta/contract/requests/campaigns'

declare module '../../platform/db/schema.ts' {
  interface ColumnValues {
    campaigns: { mapping: CampaignMapping }
    campaign_problems: { kind: CampaignProblem }
    business_requests: {
      campaign_id: string | null
      kind: (typeof requestKinds)[number]
      status: RequestStatus
      location_id: string | null
      location_name: string | null
      email: string | null
      customer_name: string | null
      customer_ref: string | null
      state: string | null
      message: string | null
      due_on: string | null
      sent_at: Date | null
      opened_at: Date | null
      received_at: Date | null
      closed_at: Date | null
      share_id: string | null
      sender_name: string | null
    }
  }
}
