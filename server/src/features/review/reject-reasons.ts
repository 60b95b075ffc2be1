import { defaultRejectReasons } from '@exempta/contract/review'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager, requireMember } from '../businesses/index.ts'
import { findRejectReasons, updateRejectReasons } from './queries/received.ts'

/** The business's own list, or the product's reasons until a manager has edited it. */
export async function getRejectReasons({ database }: Services, call: Call): Promise<{ reasons: string[] }> {
  const member = memberOf(call)
  const own = await database.transact(
    member,
    async (tx) => findRejectReasons(tx, (await requireMember(tx, member)).businessId),
    { readOnly: true },
  )
  return { reasons: own ?? [...defaultRejectReasons] }
}

export async function changeRejectReasons(
  { clock, database }: Services,
  call: Call,
  reasons: readonly string[],
): Promise<{ reasons: string[] }> {
  const person = personOf(call)
  const at = clock.now()
  const kept = [...new Set(reasons)]
  await database.transact(systemActor, async (tx) => {
    const { businessId } = await requireManager(tx, person)
    await updateRejectReasons(tx, businessId, kept, at)
    await recordAudit(tx, call, {
      at,
      action: 'business.update',
      target: { kind: 'business', id: businessId },
      details: { 'reject-reasons': kept.length },
    })
    publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [businessId] })
  })
  return { reasons: kept }
}
