import { recordAudit } from '../../platform/audit/record-audit.ts'
import { systemCall } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { findAdminRanges, upsertAdminRanges } from './queries.ts'

/** For the operator at the machine, when a changed network keeps every administrator out. Answers how many ranges went. */
export function clearAdminIpList({ clock, database }: Pick<Services, 'clock' | 'database'>): Promise<number> {
  const at = clock.now()
  return database.transact(systemActor, async (tx) => {
    const { length } = await findAdminRanges(tx)
    if (length === 0) return 0
    await upsertAdminRanges(tx, [], at)
    await recordAudit(tx, systemCall, {
      at,
      action: 'ip-list.update',
      target: { kind: 'setting', id: 'admin-ip-list' },
      details: { ranges: 0 },
    })
    return length
  })
}
