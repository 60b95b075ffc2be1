import type { Webhook, WebhookDelivery, WebhookInput } from '@exempta/contract/api/webhooks'
import { AppError } from '../../../platform/app-error.ts'
import { type AuditChanges, changesBetween, recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import { publish } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { requireManager } from '../../businesses/index.ts'
import { limits } from '../limits.ts'
import { giveUpWaiting, type LoggedDelivery } from './queries/deliveries.ts'
import * as queries from './queries/webhooks.ts'
import {
  deleteWebhook,
  findWebhook,
  hasApiAccess,
  insertWebhook,
  listWebhooksOf,
  lockWebhooksOf,
  updateWebhookRow,
  type WebhookRow,
} from './queries/webhooks.ts'
import { issueSecret } from './webhook-secrets.ts'

const asWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  isActive: row.is_active,
  failingSince: row.failing_since?.toISOString() ?? null,
  disabledAt: row.disabled_at?.toISOString() ?? null,
  oldSecretUntil: row.old_secret_until?.toISOString() ?? null,
  version: row.version,
  createdAt: row.created_at.toISOString(),
})

export const asDelivery = (row: LoggedDelivery): WebhookDelivery => ({
  id: row.id,
  eventId: row.event_id,
  type: row.type,
  receivedId: row.share_id,
  customerId: row.customer_id,
  documentName: row.document_name,
  status: row.status,
  isRedelivery: row.is_redelivery,
  attempts: row.attempts,
  lastStatusCode: row.last_status_code,
  lastFailure: row.last_failure,
  createdAt: row.created_at.toISOString(),
  nextTryAt: row.status === 'pending' ? row.next_try_at.toISOString() : null,
  waitsFor: waitReasonOf(row),
  deliveredAt: row.delivered_at?.toISOString() ?? null,
})

function waitReasonOf({ status, is_behind, attempts }: LoggedDelivery): WebhookDelivery['waitsFor'] {
  if (status !== 'pending') return null
  return is_behind ? 'earlier-event' : attempts > 0 ? 'retry' : 'queue'
}

/** Also updates the open pages of other managers. */
export async function recordWebhookAct(
  tx: Transaction,
  call: Call,
  act: 'create' | 'update' | 'remove' | 'rotate-secret' | 'redeliver' | 'disable' | 'test',
  { id, business_id }: Pick<WebhookRow, 'id' | 'business_id'>,
  at: Date,
  changes: AuditChanges = {},
): Promise<void> {
  await recordAudit(tx, call, {
    at,
    action: `webhook.${act}`,
    target: { kind: 'webhook', id },
    details: { business: business_id },
    changes,
  })
  publish(tx, `business:${business_id}`, 'changed', { topic: 'business', ids: [id] })
}

/**
 * Manages the webhooks of the caller's own business, for its managers and for keys with the review scope.
 * Runs as the system, the only role that can read sealed secrets, so every query filters by business.
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

function refuseUnreachable({ outgoing }: Services, url: string): void {
  const message = outgoing.refusalOf(url)
  if (message) throw new AppError('invalid-input', { fields: [{ path: 'url', message }] })
}

export async function listWebhooks({ database }: Services, call: Call): Promise<{ items: Webhook[] }> {
  const member = memberOf(call)
  const rows = await database.transact(
    member,
    async (tx) => listWebhooksOf(tx, (await requireManager(tx, member)).businessId),
    { readOnly: true },
  )
  return { items: rows.map(asWebhook) }
}

export async function getWebhook({ database }: Services, call: Call, id: string): Promise<Webhook> {
  const member = memberOf(call)
  const row = await database.transact(
    member,
    async (tx) => requireWebhook(tx, (await requireManager(tx, member)).businessId, id),
    { readOnly: true },
  )
  return asWebhook(row)
}

export function createWebhook(
  services: Services,
  call: Call,
  input: WebhookInput,
): Promise<Webhook & { secret: string }> {
  const at = services.clock.now()
  return manageWebhooks(services, call, async (tx, businessId) => {
    await requireApiAccess(tx, businessId)
    refuseUnreachable(services, input.url)
    if ((await listWebhooksOf(tx, businessId)).length >= limits.webhooks) {
      throw new AppError('conflict', { text: `A business can have up to ${limits.webhooks} webhooks.` })
    }
    const webhook = await insertWebhook(tx, { ...input, businessId, id: timeOrderedId(at) }, at)
    const secret = await issueSecret(services, tx, webhook.id)
    await recordWebhookAct(tx, call, 'create', webhook, at)
    return { ...asWebhook(webhook), secret }
  })
}

type Change = WebhookInput & { id: string; isActive: boolean; version: number }

/** Refused if the webhook has changed since the caller loaded it. Turning it on resets its failures. */
export function updateWebhook(
  services: Services,
  call: Call,
  { id, isActive, version, ...input }: Change,
): Promise<Webhook> {
  const at = services.clock.now()
  return manageWebhooks(services, call, async (tx, businessId) => {
    const before = await requireWebhook(tx, businessId, id)
    await requireApiAccess(tx, businessId)
    if (before.version !== version) throw new AppError('conflict')
    refuseUnreachable(services, input.url)
    const isTurnedOn = isActive && !before.is_active
    const fresh = isTurnedOn || before.url !== input.url ? { failing_since: null, disabled_at: null } : {}
    const change = { ...input, ...fresh, is_active: isActive, version: version + 1 }
    const after = await queries.updateWebhookRow(tx, id, change, at)
    if (!isActive) await giveUpWaiting(tx, id)
    await recordWebhookAct(
      tx,
      call,
      'update',
      after,
      at,
      changesBetween(
        { url: before.url, events: before.events, active: before.is_active },
        { url: after.url, events: after.events, active: after.is_active },
      ),
    )
    return asWebhook(after)
  })
}

/** Deletes its secret and log as well. */
export function removeWebhook(services: Services, call: Call, id: string): Promise<void> {
  return manageWebhooks(services, call, async (tx, businessId) => {
    const webhook = await requireWebhook(tx, businessId, id)
    await deleteWebhook(tx, id)
    await recordWebhookAct(tx, call, 'remove', webhook, services.clock.now())
  })
}

/** Both secrets sign for a day, so that the endpoint has time to switch. */
export function rotateSecret(
  services: Services,
  call: Call,
  id: string,
): Promise<Webhook & { secret: string }> {
  const at = services.clock.now()
  return manageWebhooks(services, call, async (tx, businessId) => {
    await requireWebhook(tx, businessId, id)
    await requireApiAccess(tx, businessId)
    const secret = await issueSecret(services, tx, id)
    const old_secret_until = new Date(at.getTime() + limits.webhookOldSecretMs)
    const webhook = await updateWebhookRow(tx, id, { old_secret_until }, at)
    await recordWebhookAct(tx, call, 'rotate-secret', webhook, at)
    return { ...asWebhook(webhook), secret }
  })
}
