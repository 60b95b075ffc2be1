import type { IpList, IpListAnswer } from '@exempta/contract/ip-lists'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { plainAddress } from '../../platform/http/address-list.ts'
import { refreshConnections } from '../../platform/realtime/dismiss-connections.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager, requireMember } from '../businesses/index.ts'
import { checkRanges, checkSeen } from './check-ranges.ts'
import { findBusinessRanges, listMemberIds, lockIpList, upsertBusinessRanges } from './queries.ts'

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
    checkSeen(await findBusinessRanges(tx, businessId), seen)
    await upsertBusinessRanges(tx, businessId, ranges, at)
    await recordAudit(tx, call, {
      at,
      action: 'ip-list.update',
      target: { kind: 'business', id: businessId },
      details: { ranges: ranges.length },
    })
    for (const id of await listMemberIds(tx, businessId)) await refreshConnections(tx, id)
  })
}
