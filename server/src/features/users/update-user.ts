import type { User, UserChange } from '@exempta/contract/users'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { closeAccess, refuseLastAdministrator, requireAdministrator } from '../accounts/index.ts'
import { refuseLastManager } from '../businesses/index.ts'
import { revokeSharesOf } from '../shares/index.ts'
import { readUser } from './list-users.ts'
import { placeInBusiness } from './place-in-business.ts'
import { deleteMembership, type LockedUser, lockUser, type Place, saveUser } from './queries.ts'
import { tellOfChange } from './tell-of-change.ts'
import { wantedPlace } from './wanted-place.ts'

/** Refused when the account is no longer the one that the change was made from. */
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
    const place = wantedPlace(change, before)
    const hasNewRole = role !== before.role
    const hasNewStatus = status !== before.status
    if (id === admin.id && (hasNewRole || hasNewStatus)) throw new AppError('own-account')
    const isMoving = before.business_id !== null && (hasNewRole || place !== undefined)
    await refuseLast(tx, before, { isMoving, isStopping: hasNewStatus && status !== 'active', hasNewRole })

    // What the role opened ends with it; the documents stay with the account, for when the role comes back.
    if (before.role === 'user' && hasNewRole) await revokeSharesOf(services, tx, call, id)
    // Sessions first, in the order of whoever renews one: it touches the member afterwards.
    if (hasNewStatus && status !== 'active') await closeAccess(tx, id)
    if (isMoving) await deleteMembership(tx, id)
    await saveUser(tx, id, { name, role, status }, at)
    if (place) await placeInBusiness(services, tx, call, before, place)
    await recordAudit(tx, call, {
      at,
      action: 'account.update',
      target: { kind: 'person', id },
      details: detailsOf(before, change, place),
    })
    await tellOfChange(services, tx, before, { role, status, hasNewPlace: isMoving || place !== undefined })
  })
  return readUser(services, admin, id)
}

async function refuseLast(
  tx: Transaction,
  { id, role }: LockedUser,
  { isMoving, isStopping, hasNewRole }: { isMoving: boolean; isStopping: boolean; hasNewRole: boolean },
): Promise<void> {
  if (role === 'admin' && (hasNewRole || isStopping)) await refuseLastAdministrator(tx, id)
  if (role === 'business' && (isMoving || isStopping)) await refuseLastManager(tx, id)
}

/** Of the name only that it changed: the log holds no values. */
const detailsOf = (before: LockedUser, { name, role, status }: UserChange, place: Place | undefined) => ({
  ...(name !== before.name && { name: true }),
  ...(role !== before.role && { role }),
  ...(status !== before.status && { status }),
  ...(place && { business: 'businessId' in place ? place.businessId : 'new' }),
})
