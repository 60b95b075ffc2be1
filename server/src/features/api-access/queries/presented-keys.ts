import type { ApiAccessState } from '@exempta/contract/api-access'
import type { BusinessStatus } from '@exempta/contract/businesses'
import { CompiledQuery } from 'kysely'
import { systemActor } from '../../../platform/db/actor.ts'
import { askTogether } from '../../../platform/db/ask-together.ts'
import type { Database, Transaction } from '../../../platform/db/database.ts'

/** A key as it is now, with all that decides whether it counts. */
export interface PresentedKeyRow {
  id: string
  business_id: string
  can_review: boolean
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
  key_ranges: string[]
  business_ranges: string[] | null
  business_name: string
  business_status: BusinessStatus
  access_state: ApiAccessState | null
}

/** Written out, as the look-up of sessions is: it is asked on every call. */
const keysWhere = (condition: string) => `
  select k.key_hash, k.id, k.business_id, k.can_review, k.expires_at, k.last_used_at, k.revoked_at,
    k.ranges::text[] as key_ranges, l.ranges::text[] as business_ranges,
    b.name as business_name, b.status as business_status, a.state as access_state
  from api_keys k
    join businesses b on b.id = k.business_id
    left join api_access a on a.business_id = k.business_id
    left join business_ip_lists l on l.business_id = k.business_id
  where k.key_hash ${condition}`

const askedAtOnce = 16
const keyByHash = keysWhere('= $1')
const keysByHashes = keysWhere(`in (${Array.from({ length: askedAtOnce }, (_, at) => `$${at + 1}`)})`)

async function findKeys(database: Database, hashes: Buffer[]): Promise<(PresentedKeyRow | undefined)[]> {
  const [text, values] =
    hashes.length === 1
      ? [keyByHash, hashes]
      : [keysByHashes, Array.from({ length: askedAtOnce }, (_, at) => hashes[at] ?? null)]
  const { rows } = await database.transact(
    systemActor,
    (tx) => tx.executeQuery<PresentedKeyRow & { key_hash: Buffer }>(CompiledQuery.raw(text, values)),
    { readOnly: true },
  )
  const found = new Map(rows.map((row) => [row.key_hash.toString('base64'), row]))
  return hashes.map((hash) => found.get(hash.toString('base64')))
}

/** One indexed query, which calls of the same moment share. Nothing is kept, so a revoked key is refused at once. */
export const keyFinder = (database: Database) =>
  askTogether((hashes: Buffer[]) => findKeys(database, hashes), { most: askedAtOnce })

export async function noteUse(tx: Transaction, keyId: string, now: Date): Promise<void> {
  await tx.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', keyId).execute()
}
