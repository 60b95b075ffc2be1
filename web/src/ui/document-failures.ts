import { texts } from '@exempta/contract/texts'
import { ApiError } from '../lib/api-error.ts'

const words = texts.documents
const notSignedIn = 401
const unavailable = 503

/** The specified words for a view link that could not be made. */
export function viewFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.code === 'offline') return words.viewUnexpected
  if (error.code === 'not-signed-in') return words.viewSignedOut
  return error.code === 'not-found' ? words.linkUnavailable : words.linkFailed
}

/** The specified words for a download that was refused; only the status is known of it. */
export function downloadFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.code === 'offline') return words.downloadUnexpected
  if (error.status === notSignedIn) return words.downloadSignedOut
  const isRefused = error.status < 500 || error.status === unavailable
  return isRefused ? words.downloadUnavailable : words.downloadUnexpected
}
