/** Customers as a business's own systems name them: by customer number. */
import type {
  getCustomer as getContract,
  listCustomers as listContract,
  putCustomer as putContract,
} from '@exempta/contract/api/v1-customers'
import type { CustomerInput } from '@exempta/contract/customers'
import type { RouteParsed, RouteReturn } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { requireCustomerEditor, requireMember } from '../businesses/index.ts'
import { applyCustomerChange } from './change-record.ts'
import { type ChangedPosition, changedPage, numbersOf } from './queries/by-number.ts'
import { listAnswers } from './queries/list.ts'
import {
  type CustomerRecord,
  deleteRecord,
  findByNumber,
  hasCertificates,
  lockRecords,
  updateRecord,
} from './queries/records.ts'
import {
  changeRecord,
  columnsOf,
  createRecord,
  requireRecord,
  requireUnmerged,
  withUniqueNumber,
} from './records.ts'

type Shown = RouteReturn<typeof getContract>

async function show(tx: Transaction, businessId: string, rows: readonly CustomerRecord[]): Promise<Shown[]> {
  const ids = rows.map(({ id }) => id)
  const answers = Map.groupBy(await listAnswers(tx, businessId, ids), ({ customer_id }) => customer_id)
  const parents = await numbersOf(
    tx,
    businessId,
    rows.flatMap(({ parent_id }) => parent_id ?? []),
  )
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    name: row.name,
    otherNames: row.other_names,
    contacts: row.contacts,
    addresses: row.addresses as Shown['addresses'],
    parentNumber: parents.get(row.parent_id ?? '') ?? null,
    tags: row.tags,
    note: row.note,
    isInactive: row.inactive_at !== null,
    answers: (answers.get(row.id) ?? []).map(({ state, answer, ends_on }) => ({
      state: state as Shown['answers'][number]['state'],
      answer,
      expiresOn: ends_on,
    })),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }))
}

async function showOne(tx: Transaction, businessId: string, row: CustomerRecord): Promise<Shown> {
  const [shown] = await show(tx, businessId, [row])
  if (!shown) throw new AppError('not-found')
  return shown
}

const list = defineKeyset<ChangedPosition>('changed customers', z.tuple([z.iso.datetime(), z.uuid()]))

/** In the order of their changes, so that whoever follows them page by page misses none. */
export function listChangedCustomers(
  { database }: Services,
  call: Call,
  { cursor, limit, updatedSince }: RouteParsed<typeof listContract>['query'],
) {
  const member = memberOf(call)
  const after = list.read(cursor)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      const since = updatedSince === undefined ? undefined : new Date(updatedSince)
      const rows = await changedPage(tx, businessId, { since, after }, limit + 1)
      const { items, nextCursor } = list.page(rows, limit, (row) => [row.updated_at.toISOString(), row.id])
      return { items: await show(tx, businessId, items), nextCursor }
    },
    { readOnly: true },
  )
}

export function getByNumber({ database }: Services, call: Call, number: string): Promise<Shown> {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      return showOne(tx, businessId, await requireNumber(tx, businessId, number))
    },
    { readOnly: true },
  )
}

async function requireNumber(tx: Transaction, businessId: string, number: string): Promise<CustomerRecord> {
  const record = await findByNumber(tx, businessId, number)
  if (!record) throw new AppError('not-found')
  requireUnmerged(record)
  return record
}

type Body = RouteParsed<typeof putContract>['body']

/** What is sent again changes nothing: no version, no time, no line in the audit log. */
export function putByNumber(
  { database, clock }: Services,
  call: Call,
  { number, ...body }: Body & { number: string },
): Promise<Shown> {
  const member = memberOf(call)
  return withUniqueNumber(() =>
    database.transact(member, async (tx) => {
      const { businessId } = await requireCustomerEditor(tx, member)
      const at = clock.now()
      const input = await inputOf(tx, businessId, number, body)
      const found = await findByNumber(tx, businessId, number)
      const [before] = found ? await lockRecords(tx, businessId, [found.id]) : []
      if (!before) {
        const id = timeOrderedId(at)
        await createRecord(tx, { businessId, id, at, input })
        if (body.isInactive) await setInactive(tx, { businessId, id, at, isInactive: true })
        await applyCustomerChange(tx, call, { at, businessId, ids: [id], action: 'customer.create' })
        return showOne(tx, businessId, await requireRecord(tx, businessId, id))
      }
      requireUnmerged(before)
      const { id } = before
      const isSame = isSameAs(before, input)
      const isSameActivity = (before.inactive_at !== null) === body.isInactive
      if (!isSame) await changeRecord(tx, { before, at, input })
      if (!isSameActivity) await setInactive(tx, { businessId, id, at, isInactive: body.isInactive })
      if (!isSame || !isSameActivity) {
        await applyCustomerChange(tx, call, { at, businessId, ids: [id], action: 'customer.update' })
      }
      return showOne(tx, businessId, await requireRecord(tx, businessId, id))
    }),
  )
}

async function inputOf(
  tx: Transaction,
  businessId: string,
  number: string,
  { parentNumber, isInactive: _, ...body }: Body,
): Promise<CustomerInput> {
  const parent = parentNumber === null ? undefined : await findByNumber(tx, businessId, parentNumber)
  if (parentNumber !== null && !parent) {
    throw new AppError('invalid-input', {
      fields: [{ path: 'parentNumber', message: 'We couldn’t find a customer with this number' }],
    })
  }
  return { ...body, number, parentId: parent?.id ?? null }
}

const setInactive = (
  tx: Transaction,
  { businessId, id, at, isInactive }: { businessId: string; id: string; at: Date; isInactive: boolean },
) => updateRecord(tx, businessId, id, { inactive_at: isInactive ? at : null, is_kept: true, updated_at: at })

type Compared = Pick<
  CustomerRecord,
  'number' | 'name' | 'other_names' | 'contacts' | 'addresses' | 'parent_id' | 'tags' | 'note'
>

/** The same text for the same customer, whatever the order in which the database keeps the parts of JSON. */
const comparable = (customer: Compared): string =>
  JSON.stringify([
    customer.number,
    customer.name,
    customer.other_names,
    customer.contacts.map(({ name, email, phone }) => [name, email, phone]),
    customer.addresses.map(({ street, city, state, postalCode }) => [street, city, state, postalCode]),
    customer.parent_id,
    customer.tags,
    customer.note,
  ])

function isSameAs(before: CustomerRecord, input: CustomerInput): boolean {
  const columns = columnsOf(input)
  const { contacts, addresses } = columns
  const after = { ...columns, contacts: JSON.parse(contacts), addresses: JSON.parse(addresses) }
  return comparable(before) === comparable(after)
}

export async function removeByNumber(
  { database, clock }: Services,
  call: Call,
  number: string,
): Promise<void> {
  const member = memberOf(call)
  await database.transact(member, async (tx) => {
    const { businessId } = await requireCustomerEditor(tx, member)
    const { id } = await requireNumber(tx, businessId, number)
    await lockRecords(tx, businessId, [id])
    if (await hasCertificates(tx, id)) {
      throw new AppError('conflict', { text: 'This customer has certificates. Set `isInactive` instead.' })
    }
    await deleteRecord(tx, businessId, id)
    await applyCustomerChange(tx, call, { at: clock.now(), businessId, ids: [id], action: 'customer.remove' })
  })
}
