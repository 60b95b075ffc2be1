import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/index.ts'
import { revokeLiveWith } from './queries/share-rows.ts'
import { recordActs } from './record-acts.ts'
import { tellOwners } from './tell-of-shares.ts'

/** Of a business that goes: each owner hears of it once, however many documents it was. */
export async function revokeSharesWith(
  services: Services,
  tx: Transaction,
  call: Call,
  business: { id: string; name: string },
): Promise<void> {
  const at = services.clock.now()
  const shares = await revokeLiveWith(tx, business.id, at)
  await recordActs(tx, call, shares, { act: 'revoked', at })
  const ofOwner = Map.groupBy(shares, ({ owner_id }) => owner_id)
  for (const id of [...ofOwner.keys()].sort()) {
    const own = ofOwner.get(id) ?? []
    const what = own.length === 1 ? 'A document' : `${own.length} documents`
    await notify(services, tx, {
      audience: { kind: 'person', id },
      type: 'businesses',
      title: 'A business left Exempta',
      message: `${business.name} no longer uses Exempta. ${what} that you shared with it can no longer be opened there.`,
      link: '/user/documents',
      alsoByMail: true,
    })
    await tellOwners(tx, own)
  }
}
