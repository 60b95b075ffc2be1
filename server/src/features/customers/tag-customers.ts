import type { tagCustomers as contract } from '@exempta/contract/customers'
import { customerLimits } from '@exempta/contract/customers/limits'
import type { RouteParsed } from '@exempta/contract/route'
import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { applyCustomerChange } from './change-record.ts'
import { lockRecords, updateRecord } from './queries/records.ts'

/** Customers who are no longer there are left out; those who already have exactly these tags don't change. */
export function tagCustomers(
  { database, clock }: Services,
  call: Call,
  { ids, add, remove }: RouteParsed<typeof contract>['body'],
): Promise<{ changed: number }> {
  const member = memberOf(call)
  return database.transact(member, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    const at = clock.now()
    const changed: string[] = []
    for (const { id, tags: before, merged_into } of await lockRecords(tx, businessId, ids)) {
      const tags = retagged(before, add, remove)
      if (
        merged_into !== null ||
        (tags.length === before.length && tags.every((tag) => before.includes(tag)))
      )
        continue
      if (tags.length > customerLimits.tags) {
        const message = `A customer can have up to ${customerLimits.tags} tags`
        throw new AppError('invalid-input', { fields: [{ path: 'add', message }] })
      }
      await updateRecord(tx, businessId, id, { tags, is_kept: true, updated_at: at })
      changed.push(id)
    }
    await applyCustomerChange(tx, call, { at, businessId, ids: changed, action: 'customer.tag' })
    return { changed: changed.length }
  })
}

function retagged(tags: readonly string[], add: readonly string[], remove: readonly string[]): string[] {
  const gone = new Set(remove.map((tag) => tag.toLowerCase()))
  const kept = tags.filter((tag) => !gone.has(tag.toLowerCase()))
  const known = new Set(kept.map((tag) => tag.toLowerCase()))
  return [...kept, ...add.filter((tag) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase()))]
}
