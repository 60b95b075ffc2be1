import type { PageQuery } from '@exempta/contract/paging'
import type { Activity } from '@exempta/contract/profile'
import { z } from 'zod'
import { type Call, personOf } from '../../../platform/call.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import type { Services } from '../../../platform/services.ts'
import { activityPage } from '../queries/profile.ts'

const newestFirst = defineKeyset('activity', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listActivity(
  services: Services,
  call: Call,
  { cursor, limit }: PageQuery,
): Promise<{ items: Activity[]; nextCursor: string | null }> {
  const person = personOf(call)
  const before = newestFirst.read(cursor)
  const { rows } = await services.database.transact(
    person,
    (tx) => activityPage(person.id, before, limit + 1).execute(tx),
    { readOnly: true },
  )
  const { items, nextCursor } = newestFirst.page(rows, limit, (row) => [row.at.toISOString(), row.id])
  return { items: items.map((row) => ({ ...row, at: row.at.toISOString() })), nextCursor }
}
