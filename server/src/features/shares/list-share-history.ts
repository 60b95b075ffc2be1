import type { PageQuery } from '@exempta/contract/paging'
import type { ShareEvent } from '@exempta/contract/shares'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { historyPage, type ShareEventRow } from './queries/history.ts'
import { countOwn } from './queries/share-rows.ts'

const newestFirst = defineKeyset('share history', z.tuple([z.iso.datetime(), z.uuid()]))

/** The owner learns which business did it, never which of its people. */
export async function listShareHistory(
  services: Services,
  call: Call,
  { id, ...page }: PageQuery & { id: string },
): Promise<{ items: ShareEvent[]; nextCursor: string | null }> {
  const person = personOf(call)
  const own = await services.database.transact(person, (tx) => countOwn(tx, person.id, [id]), {
    readOnly: true,
  })
  if (own === 0) throw new AppError('not-found')
  const { items, nextCursor } = await readHistory(services, id, page)
  return { items: items.map((event) => ({ ...event, person: null })), nextCursor }
}

/** For whoever is known to be a side of the share: the names of the other side's people are not theirs to query. */
export async function readHistory(
  { database }: Services,
  shareId: string,
  { cursor, limit }: PageQuery,
): Promise<{ items: ShareEvent[]; nextCursor: string | null }> {
  const before = newestFirst.read(cursor)
  const rows = await database.transact(systemActor, (tx) => historyPage(tx, shareId, before, limit + 1), {
    readOnly: true,
  })
  const { items, nextCursor } = newestFirst.page(rows, limit, (row) => [row.at.toISOString(), row.id])
  return { items: items.map(asShareEvent), nextCursor }
}

const asShareEvent = ({ id, act, at, by_kind, person_name, reason }: ShareEventRow): ShareEvent => ({
  id,
  act,
  at: at.toISOString(),
  by: by_kind,
  person: person_name,
  reason,
})
