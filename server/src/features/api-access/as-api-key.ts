import type { ApiKey } from '@exempta/contract/api-access'
import type { KeyRow } from './queries/keys.ts'

export const asApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.can_review ? ['read', 'review'] : ['read'],
  ranges: row.ranges,
  createdAt: row.created_at.toISOString(),
  createdBy: row.creator_name,
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
})
