import type {
  Business,
  listBusinesses as contract,
  NewBusiness,
} from '@exempta/contract/businesses/administration'
import type { BusinessProfileChange } from '@exempta/contract/businesses/profile'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { changesBetween, recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, type PersonActor, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import { publish } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { requireAdministrator } from '../../accounts/index.ts'
import { type BusinessRow, listMemberIds, lockBusiness } from '../queries.ts'
import {
  type AdministeredBusiness,
  type BusinessPosition,
  type BusinessSort,
  businessPage,
  type Direction,
  findAdministeredBusiness,
  insertBusiness,
  saveBusiness,
  typesPresent,
} from './queries/businesses.ts'

export async function readBusiness(
  { database }: Services,
  admin: PersonActor,
  id: string,
): Promise<Business> {
  const row = await database.transact(admin, (tx) => findAdministeredBusiness(tx, id), { readOnly: true })
  if (!row) throw new AppError('not-found')
  return asBusiness(row)
}

const asBusiness = (row: AdministeredBusiness): Business => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  website: row.website,
  address: row.address,
  taxId: row.tax_id,
  type: row.business_type,
  status: row.status,
  isVerified: row.verified,
  userCount: row.user_count,
  documentsReceived: row.documents_received,
  registeredAt: row.date_registered.toISOString(),
  version: row.profile_version,
})

const keys = {
  name: { schema: z.string(), of: (row: AdministeredBusiness & { sort_name: string }) => row.sort_name },
  users: { schema: z.int(), of: (row: AdministeredBusiness) => row.user_count },
  documents: { schema: z.int(), of: (row: AdministeredBusiness) => row.documents_received },
  date: { schema: z.iso.datetime(), of: (row: AdministeredBusiness) => row.date_registered.toISOString() },
} as const

/** Each sort order has its own keyset, so a cursor of one order is rejected by the others. */
const listOf = (sort: BusinessSort, direction: Direction) =>
  defineKeyset<BusinessPosition>(`businesses ${sort} ${direction}`, z.tuple([keys[sort].schema, z.uuid()]))

export async function listBusinesses(
  { database }: Services,
  call: Call,
  { cursor, limit, sort, direction, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: Business[]; nextCursor: string | null }> {
  const list = listOf(sort, direction)
  const after = list.read(cursor)
  const rows = await database.transact(
    personOf(call),
    (tx) => businessPage(tx, filter, { sort, direction }, after, limit + 1),
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [keys[sort].of(row), row.id])
  return { items: items.map(asBusiness), nextCursor }
}

export const listTypes = ({ database }: Services, call: Call) =>
  database.transact(personOf(call), typesPresent, { readOnly: true })

export async function createBusiness(services: Services, call: Call, input: NewBusiness): Promise<Business> {
  const admin = personOf(call)
  const at = services.clock.now()
  const id = await services.database.transact(systemActor, async (tx) => {
    await requireAdministrator(tx, admin)
    const id = await insertBusiness(tx, input, at)
    await recordAudit(tx, call, {
      at,
      action: 'business.create',
      target: { kind: 'business', id },
      details: { status: input.status },
    })
    publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
    return id
  })
  return readBusiness(services, admin, id)
}

/**
 * A verified business stays verified, because the administrator who makes the change is also who verifies.
 */
export async function updateBusiness(
  services: Services,
  call: Call,
  { id, ...change }: BusinessProfileChange & { id: string },
): Promise<Business> {
  const at = services.clock.now()
  await changeBusiness(services, call, id, async (tx, before) => {
    if (before.profile_version !== change.version) throw new AppError('conflict')
    await saveBusiness(tx, id, change, at)
    const { version: _version, ...profile } = change
    await recordAudit(tx, call, {
      at,
      action: 'business.update',
      target: { kind: 'business', id },
      changes: changesBetween(
        {
          name: before.name,
          email: before.email,
          phone: before.phone,
          website: before.website,
          address: before.address,
          taxId: before.tax_id,
          type: before.business_type,
        },
        profile,
      ),
    })
    await publishBusiness(tx, id)
  })
  return readBusiness(services, personOf(call), id)
}

/** Runs work on one locked business, after checking that the caller is still an administrator. */
export function changeBusiness<T>(
  services: Services,
  call: Call,
  id: string,
  work: (tx: Transaction, business: BusinessRow) => Promise<T>,
): Promise<T> {
  return services.database.transact(systemActor, async (tx) => {
    await requireAdministrator(tx, personOf(call))
    const business = await lockBusiness(tx, id)
    if (!business) throw new AppError('not-found')
    return work(tx, business)
  })
}

/** Also updates members, because their session contains the business's name and status. */
export async function publishBusiness(tx: Transaction, id: string): Promise<void> {
  publish(tx, `business:${id}`, 'changed', { topic: 'business', ids: [id] })
  for (const personId of await listMemberIds(tx, id)) {
    publish(tx, `person:${personId}`, 'changed', { topic: 'account', ids: [personId] })
  }
  publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
}
