import { createHmac } from 'node:crypto'
import type { WebhookEvent } from '@exempta/contract/api/webhooks'
import { limits } from '@exempta/contract/limits'
import { systemCall } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { PostFailedError } from '../../../platform/outgoing/outgoing-post.ts'
import type { Services } from '../../../platform/services.ts'
import { notify } from '../../notifications/index.ts'
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
import { recordWebhookAct } from './webhooks.ts'

/** So many documents at a time: a receiver is never called more often at once. */
const atOnce = 4
/** Others wait for the same workers: after so many rounds it is somebody else's turn. */
const roundsMost = 10
/** Longer than a round takes; when a worker dies, another goes on after it. */
const leaseMs = 6 * limits.webhookTimeoutMs

interface Round {
  webhook: WebhookRow
  secrets: Buffer[]
  due: DeliveryRow[]
}

/**
 * At least once: a worker that dies between the receiver's answer and our commit sends again, under the same id. In
 * order for each document: the first that waits is sent, and the next only when that is settled.
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

/** Undefined when nothing is due, or the lease was lost. */
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

/** One try, and what comes of it. */
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
  // Stopped under way: the try says nothing about the receiver.
  if (attempt.failure !== null && signal.aborted) return
  await settleAttempt(services, webhook, delivery, attempt)
}

async function tryOnce(
  { clock, outgoing }: Services,
  url: string,
  secrets: readonly Buffer[],
  event: WebhookEvent,
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
    // The webhook first, then its deliveries: whoever turns it off takes them in that order, too.
    await noteHealth(tx, webhook.id, attempt.failure === null ? null : attempt.at)
    await recordAttempt(tx, delivery, attempt, outcome)
    if (outcome.status === 'dead') await turnOffFailing(services, tx, webhook)
  })
}

/** Waits double from try to try, up to two hours; a day after the first try it is given up. */
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

/** A receiver that answered nothing for days is not there any more: its managers are told, and it is left alone. */
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
      title: 'A webhook was turned off',
      message: `${new URL(webhook.url).host} has not accepted an event for days. Turn the webhook on again when it can.`,
      link: '/business/webhooks',
      alsoByEmail: true,
    })
  }
}

/** What somebody else's server answered, fit for a database and a page: letters and line breaks, nothing that acts. */
const asPlainText = (untrustedBytes: Buffer): string =>
  untrustedBytes
    .toString('utf8')
    // Controls, and marks that turn or hide the text around them.
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\t]/gu, '\ufffd')

/**
 * Time and body are signed together, so that neither can be replaced. One signature for each valid secret: a
 * receiver that knows either accepts.
 */
const signEvent = (secrets: readonly Buffer[], timestampSeconds: number, body: string): string =>
  secrets
    .map((secret) => createHmac('sha256', secret).update(`${timestampSeconds}.${body}`).digest('hex'))
    .map((signature) => `v1=${signature}`)
    .join(',')
