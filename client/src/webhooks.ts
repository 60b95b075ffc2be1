import { createHmac, timingSafeEqual } from 'node:crypto'

interface SignedEvent {
  /** The header Exempta-Webhook-Timestamp. */
  timestamp: string | undefined
  /** The header Exempta-Webhook-Signature. */
  signature: string | undefined
  /** The body as it came, before anything parsed it. */
  body: string
}

const oldestSeconds = 300

/** Whether a webhook was signed with your secret within the last five minutes. */
export function isFromExempta(
  { timestamp = '', signature = '', body }: SignedEvent,
  secret: string,
  now: Date = new Date(),
): boolean {
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= oldestSeconds)) return false
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const expected = Buffer.from(`v1=${digest}`)
  // While a secret is being replaced, an event has two signatures.
  return signature
    .split(',')
    .map((one) => Buffer.from(one.trim()))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
}
