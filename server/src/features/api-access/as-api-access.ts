import type { ApiAccess, ApiAccessRequest } from '@exempta/contract/api-access'
import type { AccessRow, RequestRow } from './queries/access.ts'

export const asApiAccess = (row: AccessRow | undefined): ApiAccess => ({
  state: row?.state ?? null,
  requestedAt: row?.requested_at.toISOString() ?? null,
  decidedAt: row?.decided_at?.toISOString() ?? null,
  reason: row?.reason ?? null,
})

export const asRequest = (row: RequestRow): ApiAccessRequest => ({
  business: { id: row.business_id, name: row.business_name },
  state: row.state,
  requestedAt: row.requested_at.toISOString(),
  requestedBy: row.requester_name,
  purpose: row.purpose,
  decidedAt: row.decided_at?.toISOString() ?? null,
  reason: row.reason,
  keys: row.keys,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
