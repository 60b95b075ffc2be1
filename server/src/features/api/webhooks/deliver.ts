import { createHmac, randomUUID } from 'node:crypto'
import { type WebhookAttempt, type WebhookEvent, webhookTestType } from '@exempta/contract/api/webhooks'
import { type Call, systemCall } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { PostFailedError } from '../../../platform/outgoing/outgoing-post.ts'
import type { Services } from '../../../platform/services.ts'
import { notify } from '../../notifications/index.ts'
import { limits } from '../limits.ts'
import {
  type Attempt,
  type DeliveryRow,
  endLease,
  findEvent,
  giveUpWaiting,
  leaseWebhook,
  listDue,
  noteHealth,
  type Outcome,
  recordAttempt,
  renewLease,
} from './queries/deliveries.ts'
import {
  findWebhook,
  hasApiAccess,
  listManagerIds,
  updateWebhookRow,
  type WebhookRow,
} from './queries/webhooks.ts'
import { deliverWebhookJob } from './record-events.ts'
import { signingSecrets } from './webhook-secrets.ts'
import { manageWebhooks, recordWebhookAct, requireApiAccess, requireWebhook } from './webhooks.ts'

/** An endpoint never gets more than this many requests at once. */
const atOnce = 4
/** After this many rounds the worker moves on, because other webhooks share the workers. */
const roundsMost = 10
/** Longer than a round takes; when a worker dies, another one continues after the lease. */
const leaseMs = 6 * limits.webhookTimeoutMs

interface Round {
  webhook: WebhookRow
  secrets: Buffer[]
  due: DeliveryRow[]
}

/**
 * Delivers at least once: a worker that dies between the endpoint's response and our commit sends again under
 * the same id. Delivers in order per document: the next event is sent only when the one before is settled.
 */
export async function deliverWebhook(
  services: Services,
  webhookId: string,
  signal: AbortSignal,
): Promise<void> {
  const { clock, database, jobs } = services
  const leaseEnd = () => new Date(clock.now().getTime() + leaseMs)
  let heldUntil = leaseEnd()
  const lease = await database.transact(systemActor, (tx) =>
    leaseWebhook(tx, webhookId, clock.now(), heldUntil),
  )
  if (!lease) return
  try {
    for (let round = 0; round < roundsMost; round++) {
      const until = leaseEnd()
      const found = await nextRound(services, webhookId, heldUntil, until)
      heldUntil = until
      if (!found) return
      const { webhook, secrets, due } = found
      await Promise.all(due.map((delivery) => sendDelivery(services, webhook, secrets, delivery, signal)))
      signal.throwIfAborted()
    }
    await database.transact(systemActor, (tx) => jobs.enqueue(tx, deliverWebhookJob, { webhookId }))
  } finally {
    await database.transact(systemActor, (tx) => endLease(tx, webhookId, heldUntil))
  }
}

/** Returns undefined if nothing is due or the lease was lost. */
function nextRound(
  services: Services,
  webhookId: string,
  heldUntil: Date,
  until: Date,
): Promise<Round | undefined> {
  const { clock, database } = services
  return database.transact(systemActor, async (tx) => {
    const webhook = await renewLease(tx, webhookId, heldUntil, until)
    if (!webhook) return undefined
    if (!webhook.is_active || !(await hasApiAccess(tx, webhook.business_id))) {
      await giveUpWaiting(tx, webhookId)
      return undefined
    }
    const due = await listDue(tx, webhookId, clock.now(), atOnce)
    if (due.length === 0) return undefined
    return { webhook, due, secrets: await signingSecrets(services, tx, webhook) }
  })
}

/** Makes one attempt and records its outcome. */
async function sendDelivery(
  services: Services,
  webhook: WebhookRow,
  secrets: readonly Buffer[],
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<void> {
  const event = await services.database.transact(systemActor, (tx) => findEvent(tx, delivery.event_id), {
    readOnly: true,
  })
  const attempt = await tryOnce(services, webhook.url, secrets, event, signal)
  // The attempt was aborted by a shutdown and says nothing about the endpoint.
  if (attempt.failure !== null && signal.aborted) return
  await settleAttempt(services, webhook, delivery, attempt)
}

/**
 * Sends an event about nothing and returns what the endpoint answered. It’s signed like every event but isn’t logged or
 * retried, and doesn’t count for or against the endpoint.
 */
export async function sendTestEvent(
  services: Services,
  call: Call,
  webhookId: string,
): Promise<WebhookAttempt> {
  const { webhook, secrets } = await manageWebhooks(services, call, async (tx, businessId) => {
    const webhook = await requireWebhook(tx, businessId, webhookId)
    await requireApiAccess(tx, businessId)
    await recordWebhookAct(tx, call, 'test', webhook, services.clock.now())
    return { webhook, secrets: await signingSecrets(services, tx, webhook) }
  })
  const unknownId = '00000000-0000-4000-8000-000000000000'
  const attempt = await tryOnce(
    services,
    webhook.url,
    secrets,
    {
      id: randomUUID(),
      type: webhookTestType,
      createdAt: services.clock.now().toISOString(),
      data: { id: unknownId, documentId: unknownId, version: 1, status: 'pending' },
    },
    new AbortController().signal,
  )
  return { ...attempt, at: attempt.at.toISOString() }
}

async function tryOnce(
  { clock, outgoing }: Services,
  url: string,
  secrets: readonly Buffer[],
  event: Omit<WebhookEvent, 'type' | 'data'> & { type: string; data: object },
  signal: AbortSignal,
): Promise<Attempt> {
  const at = clock.now()
  const timestamp = Math.floor(at.getTime() / 1000)
  const body = JSON.stringify(event)
  const start = performance.now()
  const done = (result: Pick<Attempt, 'statusCode' | 'failure' | 'answer'>): Attempt => ({
    at,
    durationMs: Math.round(performance.now() - start),
    ...result,
  })
  try {
    const { statusCode, untrustedAnswer } = await outgoing.post({
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Exempta-Webhooks/1',
        'exempta-webhook-id': event.id,
        'exempta-webhook-timestamp': String(timestamp),
        'exempta-webhook-signature': signEvent(secrets, timestamp, body),
      },
      body,
      timeoutMs: limits.webhookTimeoutMs,
      answerMaxBytes: limits.webhookAnswerMaxBytes,
      signal,
    })
    const isDone = statusCode >= 200 && statusCode < 300
    return done({ statusCode, failure: isDone ? null : 'refused', answer: asPlainText(untrustedAnswer) })
  } catch (error) {
    if (!(error instanceof PostFailedError)) throw error
    return done({ statusCode: null, failure: error.failure, answer: null })
  }
}

async function settleAttempt(
  services: Services,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  attempt: Attempt,
): Promise<void> {
  const outcome = outcomeOf(delivery, attempt, services.clock.now())
  await services.database.transact(systemActor, async (tx) => {
    // Locks the webhook before its deliveries, in the same order as turning it off, to avoid deadlocks.
    await noteHealth(tx, webhook.id, attempt.failure === null ? null : attempt.at)
    await recordAttempt(tx, delivery, attempt, outcome)
    if (outcome.status === 'dead') await turnOffFailing(services, tx, webhook)
  })
}

/**
 * Delays double with each attempt, up to two hours; a day after the first attempt the delivery is given up.
 */
function outcomeOf(
  { attempts, first_tried_at }: Pick<DeliveryRow, 'attempts' | 'first_tried_at'>,
  { at, failure }: Pick<Attempt, 'at' | 'failure'>,
  now: Date,
): Outcome {
  if (failure === null) return { status: 'delivered', at: now }
  const firstTriedAt = first_tried_at ?? at
  const waitMs = Math.min(limits.webhookRetryMs * 2 ** attempts, limits.webhookRetryMaxMs)
  const nextTryAt = new Date(now.getTime() + waitMs)
  const isOver = nextTryAt.getTime() > firstTriedAt.getTime() + limits.webhookRetriedMs
  return isOver ? { status: 'dead' } : { status: 'pending', nextTryAt }
}

/** Turns off an endpoint that has not answered for days and notifies its managers. */
async function turnOffFailing(services: Services, tx: Transaction, { id, business_id }: WebhookRow) {
  const at = services.clock.now()
  const webhook = await findWebhook(tx, business_id, id)
  if (!webhook?.is_active || !webhook.failing_since) return
  if (at.getTime() - webhook.failing_since.getTime() < limits.webhookFailingMs) return
  const change = { is_active: false, disabled_at: at, version: webhook.version + 1 }
  await updateWebhookRow(tx, id, change, at)
  await giveUpWaiting(tx, id)
  await recordWebhookAct(tx, systemCall, 'disable', webhook, at)
  for (const personId of await listManagerIds(tx, business_id)) {
    await notify(services, tx, {
      audience: { kind: 'person', id: personId },
      type: 'other',
      title: `We turned off your webhook to ${new URL(webhook.url).host}`,
      message:
        'Your endpoint hasn’t accepted an event for three days. Turn the webhook on again when the endpoint is back.',
      link: '/business/webhooks',
      alsoByEmail: true,
    })
  }
}

/** Turns an endpoint's response into plain text that is safe to store and show. */
const asPlainText = (untrustedBytes: Buffer): string =>
  untrustedBytes
    .toString('utf8')
    // Removes control characters and marks that reorder or hide the surrounding text.
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\t]/gu, '\ufffd')

/**
 * Signs time and body together, so that neither can be replaced. There is one signature per valid secret, so
 * that an endpoint that knows either secret accepts the event.
 */
const signEvent = (secrets: readonly Buffer[], timestampSeconds: number, body: string): string =>
  secrets
    .map((secret) => createHmac('sha256', secret).update(`${timestampSeconds}.${body}`).digest('hex'))
    .map((signature) => `v1=${signature}`)
    .join(',')
