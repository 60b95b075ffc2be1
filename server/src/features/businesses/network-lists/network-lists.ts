import { isIP } from 'node:net'
import type { IpList, IpListAnswer } from '@exempta/contract/businesses/network-lists'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf, systemCall } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { isAllowedFrom, plainAddress } from '../../../platform/http/address-list.ts'
import { refreshConnections } from '../../../platform/realtime/dismiss-connections.ts'
import type { Services } from '../../../platform/services.ts'
import { requireManager, requireMember } from '../membership.ts'
import { listMemberIds } from '../queries.ts'
import {
  findAdminRanges,
  findBusinessRanges,
  listAdministratorIds,
  lockIpList,
  upsertAdminRanges,
  upsertBusinessRanges,
} from './queries.ts'

/** Nobody may save a list that locks themselves out. */
function checkRanges(ranges: readonly string[], ownIp: string | null): void {
  const unreadable = ranges.findIndex((range) => !isIP(range.split('/')[0] ?? ''))
  if (unreadable >= 0) {
    const fields = [{ path: `ranges.${unreadable}`, message: 'Please enter an address or a range' }]
    throw new AppError('invalid-input', { fields })
  }
  if (!isAllowedFrom(ranges, ownIp)) throw new AppError('locks-you-out')
}

/** Refuses the change if the list has changed since the caller loaded it. */
function checkSeen(current: readonly string[], seen: readonly string[] | undefined): void {
  if (seen && seen.join() !== current.join()) throw new AppError('conflict')
}

export async function getAdminIpList(services: Services, call: Call): Promise<IpListAnswer> {
  const ranges = await services.database.transact(personOf(call), findAdminRanges, { readOnly: true })
  return { ranges, yourAddress: plainAddress(call.origin.ip) }
}

/** Takes effect with the next request in every process; open tabs have to reconnect. */
export async function updateAdminIpList(
  services: Services,
  call: Call,
  { ranges, seen }: IpList,
): Promise<void> {
  checkRanges(ranges, call.origin.ip)
  const at = services.clock.now()
  await services.database.transact(personOf(call), async (tx) => {
    await lockIpList(tx, 'admin')
    const before = await findAdminRanges(tx)
    checkSeen(before, seen)
    await upsertAdminRanges(tx, ranges, at)
    await recordAudit(tx, call, {
      at,
      action: 'ip-list.update',
      target: { kind: 'setting', id: 'admin-ip-list' },
      details: { ranges: ranges.length },
      changes: { networks: [before, ranges] },
    })
    for (const id of await listAdministratorIds(tx)) refreshConnections(tx, id)
  })
}

export async function getBusinessIpList(services: Services, call: Call): Promise<IpListAnswer> {
  const person = personOf(call)
  const ranges = await services.database.transact(
    person,
    async (tx) => findBusinessRanges(tx, (await requireMember(tx, person)).businessId),
    { readOnly: true },
  )
  return { ranges, yourAddress: plainAddress(call.origin.ip) }
}

export async function updateBusinessIpList(
  services: Services,
  call: Call,
  { ranges, seen }: IpList,
): Promise<void> {
  const person = personOf(call)
  const at = services.clock.now()
  await services.database.transact(person, async (tx) => {
    const { businessId } = await requireManager(tx, person)
    checkRanges(ranges, call.origin.ip)
    await lockIpList(tx, businessId)
    const before = await findBusinessRanges(tx, businessId)
    checkSeen(before, seen)
    await upsertBusinessRanges(tx, businessId, ranges, at)
    await recordAudit(tx, call, {
      at,
      action: 'ip-list.update',
      target: { kind: 'business', id: businessId },
      details: { ranges: ranges.length },
      changes: { networks: [before, ranges] },
    })
    for (const id of await listMemberIds(tx, businessId)) refreshConnections(tx, id)
  })
}

/**
 * For the operator, when a changed network locks every administrator out. Returns how many ranges were
 * removed.
 */
export function clearAdminIpList({ clock, database }: Pick<Services, 'clock' | 'database'>): Promise<number> {
  const at = clock.now()
  return database.transact(systemActor, async (tx) => {
    const before = await findAdminRanges(tx)
    if (before.length === 0) return 0
    await upsertAdminRanges(tx, [], at)
    await recordAudit(tx, systemCall, {
      at,
      action: 'ip-list.update',
      target: { kind: 'setting', id: 'admin-ip-list' },
      details: { ranges: 0 },
      changes: { networks: [before, []] },
    })
    return before.length
  })
}
