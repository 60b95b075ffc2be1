import { limits } from '@exempta/contract/limits'
import type { WebhookEvent } from '@exempta/contract/webhooks'
import { systemActor } from '../../../platform/db/actor.ts'
import { PostFailedError } from '../../../platform/outgoing/outgoing-post.ts'
import type { Services } from '../../../platform/services.ts'
import { type DeliveryRow, findEvent } from '../queries/log.ts'
import type { Attempt } from '../queries/sending.ts'
import type { WebhookRow } from '../queries/webhooks.ts'
import { signEvent } from '../sign-event.ts'
import { asPlainText } from './as-plain-text.ts'
import { settleAttempt } from './settle-attempt.ts'

/** One try, and what comes of it. */
export async function sendDelivery(
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
