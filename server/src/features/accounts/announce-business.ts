import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/index.ts'

/** Until an administrator activates it, a business receives nothing: so they learn that it waits. Called last. */
export async function announceBusiness(
  services: Services,
  tx: Transaction,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await notify(services, tx, {
    audience: { kind: 'role', role: 'admin' },
    type: 'businesses',
    title: 'A business waits to be activated',
    message: `${name} registered.`,
    link: `/admin/businesses/${id}`,
    alsoByMail: true,
  })
}
