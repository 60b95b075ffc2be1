import type { WebhookDeliveryState, WebhookEventType, WebhookFailure } from '@exempta/contract/webhooks'

export const eventWords: Record<WebhookEventType, string> = {
  'document.received': 'A document was shared with you',
  'document.verified': 'A document was verified',
  'document.rejected': 'A document was rejected',
  'document.updated': 'A document changed or waits for review again',
  'document.revoked': 'A document was taken back',
}

export const stateWords: Record<WebhookDeliveryState, string> = {
  pending: 'Pending',
  delivered: 'Delivered',
  dead: 'Given up',
}

const failureWords: Record<WebhookFailure, string> = {
  'address-not-allowed': 'The address cannot be used',
  'name-not-found': 'The name was not found',
  'not-reachable': 'The server could not be reached',
  'not-secure': 'No secure connection could be made',
  'timed-out': 'No answer within 10 seconds',
  refused: 'The server did not accept it',
  'turned-off': 'The webhook was turned off',
}

/** How a try ended, in words and by the number of the answer where there was one. */
export function outcomeWords(statusCode: number | null, failure: WebhookFailure | null): string {
  const words = failure ? failureWords[failure] : 'Accepted'
  return statusCode === null ? words : `${words} (${statusCode})`
}
