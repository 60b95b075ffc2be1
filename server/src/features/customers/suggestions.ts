/** Certificates that may belong to another record: a team member decides. */
import type { SuggestionReason } from '@exempta/contract/customers'
import type {
  CustomerSuggestion,
  listCustomerSuggestions as contract,
} from '@exempta/contract/customers/merging'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager, requireMember } from '../businesses/index.ts'
import { applyCustomerChange } from './change-record.ts'
import { lockPair, mergeWithin } from './merging.ts'
import {
  declineSuggestion,
  findStated,
  findSuggestion,
  linkStated,
  type SuggestionPosition,
  type SuggestionRow,
  suggestionPage,
} from './queries/matching.ts'
import { findRecord, insertRecord } from './queries/records.ts'
import { lockRecord, readCustomer } from './records.ts'

const list = defineKeyset<SuggestionPosition>('customer-suggestions', z.tuple([z.iso.datetime(), z.uuid()]))

const asSuggestion = (row: SuggestionRow): CustomerSuggestion => ({
  id: row.id,
  certificates: { id: row.record_id, name: row.record_name },
  receivedId: row.share_id,
  email: row.email,
  customer: { id: row.customer_id, name: row.customer_name, number: row.customer_number },
  reasons: row.reasons as SuggestionReason[],
  suggestedAt: row.suggested_at.toISOString(),
})

export function listSuggestions(
  { database }: Services,
  call: Call,
  { cursor, limit, ...filter }: RouteParsed<typeof contract>['query'],
) {
  const member = memberOf(call)
  const position = list.read(cursor)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      const rows = await suggestionPage(tx, businessId, filter, position, limit + 1)
      const { items, nextCursor } = list.page(rows, limit, (row) => [row.suggested_at.toISOString(), row.id])
      return { items: items.map(asSuggestion), nextCursor }
    },
    { readOnly: true },
  )
}

export function acceptSuggestion(services: Services, call: Call, id: string) {
  const member = memberOf(call)
  return services.database.transact(member, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    const found = await findSuggestion(tx, businessId, id)
    if (!found) throw new AppError('not-found')
    const pair = await lockPair(tx, businessId, { sourceId: found.record_id, targetId: found.customer_id })
    return (await mergeWithin(services, tx, call, { ...pair, action: 'customer.accept-suggestion' })).customer
  })
}

export async function refuseSuggestion({ database, clock }: Services, call: Call, id: string): Promise<void> {
  const member = memberOf(call)
  await database.transact(member, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    const found = await findSuggestion(tx, businessId, id)
    if (!found) throw new AppError('not-found')
    const at = clock.now()
    await declineSuggestion(tx, id, at)
    const ids = [found.customer_id, found.record_id]
    await applyCustomerChange(tx, call, { at, businessId, ids, action: 'customer.decline-suggestion' })
  })
}

/** What a team member chose isn't matched by itself anymore. */
export function moveCertificates(
  { database, clock }: Services,
  call: Call,
  { id, customerId }: { id: string; customerId: string | null },
) {
  const member = memberOf(call)
  return database.transact(member, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    const stated = await findStated(tx, businessId, id)
    if (!stated?.record_id) throw new AppError('not-found')
    const at = clock.now()
    const target = customerId ?? (await ownRecord())
    if (customerId !== null) await lockRecord(tx, businessId, customerId)
    const before = stated.record_id
    if (target === before)
      throw new AppError('conflict', { text: 'The certificates belong to this customer.' })
    await linkStated(tx, id, target)
    const ids = [target, before]
    await applyCustomerChange(tx, call, { at, businessId, ids, action: 'customer.move-certificates' })
    return { customer: await readCustomer(tx, businessId, target), matchedBy: 'hand' as const }

    /** Has the same id as what the certificates say, unless a record with that id is in use. */
    async function ownRecord(): Promise<string> {
      const newId = (await findRecord(tx, businessId, id)) ? timeOrderedId(at) : id
      const name = [...(stated?.name ?? '')].slice(0, 200).join('')
      await insertRecord(tx, {
        id: newId,
        business_id: businessId,
        name,
        is_kept: false,
        created_at: at,
        updated_at: at,
      })
      return newId
    }
  })
}
