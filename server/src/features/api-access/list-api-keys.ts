import type { ApiKey } from '@exempta/contract/api-access'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { type Call, personOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { asApiKey } from './as-api-key.ts'
import { keyPage } from './queries/keys.ts'

const newestFirst = defineKeyset('API keys', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listApiKeys(
  { database }: Services,
  call: Call,
  { cursor, limit }: PageQuery,
): Promise<{ items: ApiKey[]; nextCursor: string | null }> {
  const person = personOf(call)
  const before = newestFirst.read(cursor)
  const rows = await database.transact(
    person,
    async (tx) => keyPage(tx, await requireManager(tx, person), before, limit + 1),
    { readOnly: true },
  )
  const { items, nextCursor } = newestFirst.page(rows, limit, (row) => [row.created_at.toISOString(), row.id])
  return { items: items.map(asApiKey), nextCursor }
}
