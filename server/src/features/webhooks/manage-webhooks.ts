import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { findWebhook, hasApiAccess, lockWebhooksOf, type WebhookRow } from './queries/webhooks.ts'

/**
 * Work on the webhooks of the caller's own business, for its managers and its keys that act as one. It runs as the
 * system, which alone holds sealed secrets: every query names the business.
 */
export function manageWebhooks<T>(
  services: Services,
  call: Call,
  work: (tx: Transaction, businessId: string) => Promise<T>,
): Promise<T> {
  const member = memberOf(call)
  return services.database.transact(systemActor, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    await lockWebhooksOf(tx, businessId)
    return work(tx, businessId)
  })
}

export async function requireApiAccess(tx: Transaction, businessId: string): Promise<void> {
  if (!(await hasApiAccess(tx, businessId))) throw new AppError('api-access-off')
}

export async function requireWebhook(tx: Transaction, businessId: string, id: string): Promise<WebhookRow> {
  const webhook = await findWebhook(tx, businessId, id)
  if (!webhook) throw new AppError('not-found')
  return webhook
}

export function refuseUnreachable({ outgoing }: Services, url: string): void {
  const message = outgoing.refusalOf(url)
  if (message) throw new AppError('invalid-input', { fields: [{ path: 'url', message }] })
}
