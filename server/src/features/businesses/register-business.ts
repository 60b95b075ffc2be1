import type { Transaction } from '../../platform/db/database.ts'
import type { HookEvents } from '../../platform/hooks.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/index.ts'
import { createBusiness } from './membership.ts'

/**
 * Creates the business that someone registered, with them as its manager, and notifies the administrators: it receives
 * nothing until one of them activates it.
 */
export async function registerBusiness(
  services: Services,
  tx: Transaction,
  { call, personId, email, businessName: name }: HookEvents['accountRegistered'],
): Promise<void> {
  if (name === undefined) return
  const id = await createBusiness(services, tx, call, { name, email, managerId: personId })
  await notify(services, tx, {
    audience: { kind: 'role', role: 'admin' },
    type: 'businesses',
    title: `${name} is waiting to be activated`,
    message: `${name} registered as a business. Review it and activate it.`,
    link: `/admin/businesses/${id}`,
    alsoByEmail: true,
  })
}
