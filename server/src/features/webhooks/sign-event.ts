import { createHmac } from 'node:crypto'

/**
 * Time and body are signed together, so that neither can be replaced. One signature for each valid secret: a
 * receiver that knows either accepts.
 */
export const signEvent = (secrets: readonly Buffer[], timestampSeconds: number, body: string): string =>
  secrets
    .map((secret) => createHmac('sha256', secret).update(`${timestampSeconds}.${body}`).digest('hex'))
    .map((signature) => `v1=${signature}`)
    .join(',')
