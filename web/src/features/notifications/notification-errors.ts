import { fill, texts } from '@exempta/contract/texts'
import { ApiError } from '../../lib/api-error.ts'

const words = texts.notifications

/** The specified words for a list that could not be fetched; null: an answer came, but nothing in it. */
export function fetchFailure(error: unknown): string {
  if (error === null) return words.noData
  if (!(error instanceof ApiError) || error.code === 'offline') return words.unreachable
  if (error.code === 'not-signed-in') return words.signedOut
  const text = error.code === 'unavailable' ? words.connectionFailed : words.fetchFailed
  return fill(text, { message: error.message })
}

export function markFailure(error: unknown, isForAll: boolean): string {
  if (error instanceof ApiError && error.code === 'not-signed-in') return words.signedOut
  const message = error instanceof Error ? error.message : texts.errorOccurred
  return fill(isForAll ? words.markAllFailed : words.markFailed, { message })
}
