import type { Binder } from '@exempta/contract/binders'
import { states } from '@exempta/knowledge/states'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { askCustomers } from '../requests/index.ts'
import { decidedScope, getBinder, publishBinder } from './binders.ts'
import { customersToAsk } from './decided-sales.ts'
import { lockBinder, updateBinder } from './queries/binders.ts'

/** Asks every customer of a sale that nothing covers, once for each binder. */
export async function askForMissing(services: Services, call: Call, id: string): Promise<Binder> {
  const member = memberOf(call)
  const at = services.clock.now()
  await services.database.transact(member, async (tx) => {
    const own = await requireManager(tx, member)
    const binder = await lockBinder(tx, own.businessId, id)
    if (!binder) throw new AppError('not-found')
    if (own.businessStatus !== 'active') throw new AppError('business-not-active')
    if (binder.campaign_id) throw new AppError('conflict', { text: 'These customers were asked already.' })
    const customers = await customersToAsk((work) => work(tx), decidedScope(binder, at))
    const name = `Audit, ${states.get(binder.state)?.name ?? binder.state}`
    const asked = await askCustomers(services, tx, call, own, {
      name,
      customers: customers.map((one) => ({ ...one, state: binder.state })),
    })
    if (!asked) throw new AppError('conflict', { text: 'There’s no one to ask: we have no email address.' })
    await updateBinder(tx, id, { campaign_id: asked.campaignId, updated_at: at })
    const target = { kind: 'binder', id } as const
    await recordAudit(tx, call, { at, action: 'binder.ask', target, details: { customers: asked.count } })
    publishBinder(tx, own.businessId, id)
  })
  return getBinder(services, call, id)
}
