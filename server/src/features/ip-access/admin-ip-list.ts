import type { IpList, IpListAnswer } from '@exempta/contract/ip-lists'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { plainAddress } from '../../platform/http/address-list.ts'
import { refreshConnections } from '../../platform/realtime/dismiss-connections.ts'
import type { Services } from '../../platform/services.ts'
import { checkRanges, checkSeen } from './check-ranges.ts'
import { findAdminRanges, listAdministratorIds, lockIpList, upsertAdminRanges } from './queries.ts'

export async function getAdminIpList(services: Services, call: Call): Promise<IpListAnswer> {
  const ranges = await services.database.transact(personOf(call), findAdminRanges, { readOnly: true })
  return { ranges, yourAddress: plainAddress(call.origin.ip) }
}

/** Counts from the next call on, in every process; tabs that are open have to connect anew. */
export async function updateAdminIpList(
  services: Services,
  call: Call,
  { ranges, seen }: IpList,
): Promise<void> {
  checkRanges(ranges, call.origin.ip)
  const at = services.clock.now()
  await services.database.transact(personOf(call), async (tx) => {
    await lockIpList(tx, 'admin')
    checkSeen(await findAdminRanges(tx), seen)
    await upsertAdminRanges(tx, ranges, at)
    await recordAudit(tx, call, {
      at,
      action: 'ip-list.update',
      target: { kind: 'setting', id: 'admin-ip-list' },
      details: { ranges: ranges.length },
    })
    for (const id of await listAdministratorIds(tx)) await refreshConnections(tx, id)
  })
}
