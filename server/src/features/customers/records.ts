/** Adding, changing and deleting a customer's record. */
import type { CustomerInput } from '@exempta/contract/customers'
import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { sqlState } from '../../platform/db/errors.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { applyCustomerChange } from './change-record.ts'
import { renewRecord } from './matching.ts'
import { requireParent } from './parents.ts'
import {
  type CustomerRecord,
  deleteRecord,
  findByNumber,
  findRecord,
  hasCertificates,
  insertRecord,
  lockRecords,
  namesOf,
  updateRecord,
} from './queries/records.ts'
import { asCustomer } from './shapes.ts'

const uniqueViolation = '23505'

const takenNumber = () =>
  new AppError('conflict', {
    text: 'Another customer has this number.',
    fields: [{ path: 'number', message: 'Another customer has this number' }],
  })

/** Two people can give the same number at the same moment; the database lets only one of them. */
export async function withUniqueNumber<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw takenNumber()
    throw error
  }
}

const distinct = (texts: readonly string[]): string[] => [
  ...new Map(texts.map((text) => [text.toLowerCase(), text])).values(),
]

export const columnsOf = (input: CustomerInput) => ({
  number: input.number,
  name: input.name,
  other_names: distinct(input.otherNames).filter((name) => name !== input.name),
  contacts: JSON.stringify(input.contacts.filter(({ name, email, phone }) => name ?? email ?? phone)),
  addresses: JSON.stringify(input.addresses),
  parent_id: input.parentId,
  tags: distinct(input.tags),
  note: input.note,
})

export async function createCustomer(services: Services, call: Call, input: CustomerInput) {
  const member = memberOf(call)
  return withUniqueNumber(() =>
    services.database.transact(member, async (tx) => {
      const { businessId } = await requireManager(tx, member)
      const at = services.clock.now()
      const id = timeOrderedId(at)
      await createRecord(tx, { businessId, id, at, input })
      await applyCustomerChange(tx, call, { at, businessId, ids: [id], action: 'customer.create' })
      return readCustomer(tx, businessId, id)
    }),
  )
}

/** For everything that adds records. The caller says that it happened (`applyCustomerChange`). */
export async function createRecord(
  tx: Transaction,
  { businessId, id, at, input }: { businessId: string; id: string; at: Date; input: CustomerInput },
): Promise<void> {
  if (input.number !== null && (await findByNumber(tx, businessId, input.number))) throw takenNumber()
  await requireParent(tx, businessId, id, input.parentId)
  await insertRecord(tx, {
    id,
    business_id: businessId,
    ...columnsOf(input),
    is_kept: true,
    created_at: at,
    updated_at: at,
  })
  await renewRecord(tx, businessId, id, at)
}

export async function updateCustomer(
  services: Services,
  call: Call,
  { id, version, ...input }: CustomerInput & { id: string; version: number },
) {
  const member = memberOf(call)
  return withUniqueNumber(() =>
    services.database.transact(member, async (tx) => {
      const { businessId } = await requireManager(tx, member)
      const before = await lockRecord(tx, businessId, id)
      if (before.version !== version) throw new AppError('conflict')
      const at = services.clock.now()
      await changeRecord(tx, { before, at, input })
      await applyCustomerChange(tx, call, { at, businessId, ids: [id], action: 'customer.update' })
      return readCustomer(tx, businessId, id)
    }),
  )
}

/** For everything that changes a whole record, which the caller has locked. */
export async function changeRecord(
  tx: Transaction,
  { before, at, input }: { before: CustomerRecord; at: Date; input: CustomerInput },
): Promise<void> {
  const { id, business_id: businessId } = before
  if (input.number !== null) {
    const other = await findByNumber(tx, businessId, input.number)
    if (other && other.id !== id) throw takenNumber()
  }
  await requireParent(tx, businessId, id, input.parentId)
  await updateRecord(tx, businessId, id, { ...columnsOf(input), is_kept: true, updated_at: at })
  await renewRecord(tx, businessId, id, at)
}

/** An inactive customer isn't in the list by default; what their certificates cover is still answered. */
export function setCustomerInactive(
  { database, clock }: Services,
  call: Call,
  { id, isInactive }: { id: string; isInactive: boolean },
) {
  const member = memberOf(call)
  return database.transact(member, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    const before = await lockRecord(tx, businessId, id)
    if ((before.inactive_at !== null) !== isInactive) {
      const at = clock.now()
      await updateRecord(tx, businessId, id, {
        inactive_at: isInactive ? at : null,
        is_kept: true,
        updated_at: at,
      })
      const action = isInactive ? 'customer.set-inactive' : 'customer.set-active'
      await applyCustomerChange(tx, call, { at, businessId, ids: [id], action })
    }
    return readCustomer(tx, businessId, id)
  })
}

/** Certificates say who their customer is as long as they're there, so such a record would come back. */
export async function removeCustomer({ database, clock }: Services, call: Call, id: string): Promise<void> {
  const member = memberOf(call)
  await database.transact(member, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    await lockRecord(tx, businessId, id)
    if (await hasCertificates(tx, id)) {
      throw new AppError('conflict', {
        text: 'This customer has certificates. Set the customer inactive instead.',
      })
    }
    await deleteRecord(tx, businessId, id)
    const at = clock.now()
    await applyCustomerChange(tx, call, { at, businessId, ids: [id], action: 'customer.remove' })
  })
}

/** A record that can be changed: one that was merged is a part of another one. */
export async function lockRecord(tx: Transaction, businessId: string, id: string): Promise<CustomerRecord> {
  const [record] = await lockRecords(tx, businessId, [id])
  if (!record) throw new AppError('not-found')
  requireUnmerged(record)
  return record
}

export function requireUnmerged({ merged_into }: CustomerRecord): void {
  if (merged_into === null) return
  throw new AppError('conflict', { text: 'This customer was merged into another one.' })
}

export async function requireRecord(
  tx: Transaction,
  businessId: string,
  id: string,
): Promise<CustomerRecord> {
  const record = await findRecord(tx, businessId, id)
  if (!record) throw new AppError('not-found')
  return record
}

export async function readCustomer(tx: Transaction, businessId: string, id: string) {
  const row = await requireRecord(tx, businessId, id)
  const [parent] = row.parent_id === null ? [] : await namesOf(tx, businessId, [row.parent_id])
  return asCustomer(row, parent ?? null)
}
