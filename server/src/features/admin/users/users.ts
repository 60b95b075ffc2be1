import type { ActiveSession } from '@exempta/contract/accounts'
import type {
  listUsers as contract,
  NewUser,
  User,
  UserChange,
  UserDetail,
} from '@exempta/contract/admin/users'
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
import {
  canBeEmailed,
  closeAccess,
  createPerson,
  endSessionsOf,
  findLocks,
  listSessionsOf,
  prepareTemporaryPassword,
  queueResetLink,
  refuseLastAdministrator,
  requireAdministrator,
  unlockLogins,
} from '../../accounts/index.ts'
import { refuseLastManager } from '../../businesses/index.ts'
import { closeAccount } from '../../privacy/index.ts'
import { revokeSharesOf } from '../../sharing/index.ts'
import { newPlaceOf, notifyUserChange, placeInBusiness } from './place-in-business.ts'
import {
  deleteMembership,
  findUser,
  type LockedUser,
  lockUser,
  type Place,
  saveUser,
  type UserPosition,
  type UserRow,
  userPage,
} from './queries.ts'

const byTime = z.tuple([z.iso.datetime(), z.uuid()])
const byName = z.tuple([z.string(), z.uuid()])

/** Each sort order has its own keyset, so a cursor of one order is rejected by the others. */
const lists = {
  newest: defineKeyset<UserPosition>('users newest', byTime),
  oldest: defineKeyset<UserPosition>('users oldest', byTime),
  name: defineKeyset<UserPosition>('users name', byName),
  'name-down': defineKeyset<UserPosition>('users name-down', byName),
}

export async function listUsers(
  services: Services,
  call: Call,
  { cursor, limit, sort, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: User[]; nextCursor: string | null }> {
  const admin = personOf(call)
  const list = lists[sort]
  const after = list.read(cursor)
  const rows = await services.database.transact(admin, (tx) => userPage(tx, filter, sort, after, limit + 1), {
    readOnly: true,
  })
  const { items, nextCursor } = list.page(rows, limit, (row) => [
    sort === 'newest' || sort === 'oldest' ? row.created_at.toISOString() : row.sort_name,
    row.id,
  ])
  const locks = await locksOf(services, items)
  return { items: items.map((row) => asUser(row, admin, locks)), nextCursor }
}

const locksOf = ({ clock, database }: Services, rows: readonly UserRow[]) =>
  database.transact(systemActor, (tx) => findLocks(tx, rows, clock.latest()), { readOnly: true })

export async function readUser(services: Services, admin: PersonActor, id: string): Promise<UserDetail> {
  const row = await services.database.transact(admin, (tx) => findUser(tx, id), { readOnly: true })
  if (!row) throw new AppError('not-found')
  return {
    ...asUser(row, admin, await locksOf(services, [row])),
    isEmailVerified: row.is_email_verified,
    hasTwoFactor: row.has_two_factor,
  }
}

const asUser = (row: UserRow, admin: PersonActor, locks: ReadonlyMap<string, Date>): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.status,
  business:
    row.business_id !== null && row.business_name !== null && row.member_role !== null
      ? { id: row.business_id, name: row.business_name, role: row.member_role }
      : null,
  createdAt: row.created_at.toISOString(),
  lastLoginAt: row.last_login_at?.toISOString() ?? null,
  lockedUntil: locks.get(row.id)?.toISOString() ?? null,
  isSelf: row.id === admin.id,
  version: row.version,
})

export async function createUser(services: Services, call: Call, input: NewUser): Promise<User> {
  const admin = personOf(call)
  const { name, email, role, status } = input
  if (status === 'guest') throw noGuest()
  const prepared = await prepareTemporaryPassword(input.password)
  const id = await services.database.transact(systemActor, async (tx) => {
    await requireAdministrator(tx, admin)
    const place = newPlaceOf(input)
    const id = await createPerson(services, tx, call, { name, email, role, ...prepared })
    if (status !== 'active') await saveUser(tx, id, { status }, services.clock.now())
    if (place) await placeInBusiness(services, tx, call, { id, email }, place)
    publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
    return id
  })
  return readUser(services, admin, id)
}

/** Refused if the account has changed since the administrator loaded it. */
export async function updateUser(
  services: Services,
  call: Call,
  { id, ...change }: UserChange & { id: string },
): Promise<User> {
  const admin = personOf(call)
  const at = services.clock.now()
  await services.database.transact(systemActor, async (tx) => {
    await requireAdministrator(tx, admin)
    const before = await lockUser(tx, id)
    if (!before) throw new AppError('not-found')
    if (before.version !== change.version) throw new AppError('conflict')
    const { name, role, status } = change
    if (status === 'guest' && before.status !== 'guest') throw noGuest()
    if (before.status === 'guest' && role !== 'user') throw noGuest()
    const place = newPlaceOf(change, before)
    const hasNewRole = role !== before.role
    const hasNewStatus = status !== before.status
    if (id === admin.id && (hasNewRole || hasNewStatus)) throw new AppError('own-account')
    const isMoving = before.business_id !== null && (hasNewRole || place !== undefined)
    await refuseLast(tx, before, { isMoving, isStopping: hasNewStatus && status !== 'active', hasNewRole })

    // Shares end with the role; the documents stay with the account in case the role comes back.
    if (before.role === 'user' && hasNewRole) await revokeSharesOf(services, tx, call, id)
    // Sessions are locked before the member row, in the same order as session renewal does it, to avoid
    // deadlocks.
    if (hasNewStatus && status !== 'active') await closeAccess(tx, id, { reason: 'not-active' })
    if (isMoving) await deleteMembership(tx, id)
    await saveUser(tx, id, { name, role, status }, at)
    if (place) await placeInBusiness(services, tx, call, before, place)
    await recordAudit(tx, call, {
      at,
      action: 'account.update',
      target: { kind: 'person', id },
      details: detailsOf(before, change, place),
      changes: {
        ...changesBetween(
          { name: before.name, role: before.role, status: before.status },
          { name, role, status },
        ),
        ...(isMoving || place ? { business: [before.business_id, nameOfPlace(place)] as const } : {}),
      },
    })
    await notifyUserChange(services, tx, before, {
      role,
      status,
      hasNewPlace: isMoving || place !== undefined,
    })
  })
  return readUser(services, admin, id)
}

/** People become guests only by sending a certificate that a business asked for. */
const noGuest = () =>
  new AppError('invalid-input', {
    fields: [
      { path: 'status', message: 'Only someone who sent a certificate without an account is a guest' },
    ],
  })

async function refuseLast(
  tx: Transaction,
  { id, role }: LockedUser,
  { isMoving, isStopping, hasNewRole }: { isMoving: boolean; isStopping: boolean; hasNewRole: boolean },
): Promise<void> {
  if (role === 'admin' && (hasNewRole || isStopping)) await refuseLastAdministrator(tx, id)
  if (role === 'business' && (isMoving || isStopping)) await refuseLastManager(tx, id)
}

const nameOfPlace = (place: Place | undefined): string | null =>
  !place ? null : 'businessId' in place ? place.businessId : place.businessName

/** Records only that the name changed, because the audit log holds no values. */
const detailsOf = (before: LockedUser, { name, role, status }: UserChange, place: Place | undefined) => ({
  ...(name !== before.name && { name: true }),
  ...(role !== before.role && { role }),
  ...(status !== before.status && { status }),
  ...(place && { business: 'businessId' in place ? place.businessId : 'new' }),
})

/** Like deleting your own account, but without the password. */
export function removeUser(services: Services, call: Call, id: string): Promise<void> {
  const admin = personOf(call)
  return services.database.transact(systemActor, async (tx) => {
    await requireAdministrator(tx, admin)
    if (id === admin.id) throw new AppError('own-account')
    const user = await lockUser(tx, id)
    if (!user) throw new AppError('not-found')
    await refuseLastAdministrator(tx, id)
    await refuseLastManager(tx, id)
    await closeAccount(services, tx, call, id)
    if (user.business_id) {
      publish(tx, `business:${user.business_id}`, 'changed', { topic: 'business', ids: [id] })
    }
    publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
  })
}

export async function listUserSessions(
  services: Services,
  call: Call,
  id: string,
): Promise<Omit<ActiveSession, 'isCurrent'>[]> {
  await readUser(services, personOf(call), id)
  return listSessionsOf(services, id)
}

/** Only the open sessions end; the password and the known browsers stay. */
export function endUserSessions(
  { clock, database }: Services,
  call: Call,
  id: string,
): Promise<{ ended: number }> {
  const admin = personOf(call)
  return database.transact(systemActor, async (tx) => {
    await requireAdministrator(tx, admin)
    if (id === admin.id) throw new AppError('own-account')
    if (!(await lockUser(tx, id))) throw new AppError('not-found')
    const ended = await endSessionsOf(tx, id)
    await recordAudit(tx, call, {
      at: clock.now(),
      action: 'session.revoke',
      target: { kind: 'person', id },
      details: { ended },
    })
    publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
    return { ended }
  })
}

export function unlockUser({ clock, database }: Services, call: Call, id: string): Promise<void> {
  const admin = personOf(call)
  return database.transact(systemActor, async (tx) => {
    await requireAdministrator(tx, admin)
    const user = await lockUser(tx, id)
    if (!user) throw new AppError('not-found')
    await unlockLogins(tx, user)
    await recordAudit(tx, call, { at: clock.now(), action: 'account.unlock', target: { kind: 'person', id } })
    publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
  })
}

export function sendResetLink(services: Services, call: Call, id: string): Promise<void> {
  const admin = personOf(call)
  return services.database.transact(systemActor, async (tx) => {
    await requireAdministrator(tx, admin)
    const user = await lockUser(tx, id)
    if (!user) throw new AppError('not-found')
    if (user.status !== 'active' && !(user.status === 'guest' && canBeEmailed(user.email))) {
      throw new AppError('account-not-active', { text: 'This account isn’t active. Activate it first.' })
    }
    await queueResetLink(services, tx, call, id)
  })
}
