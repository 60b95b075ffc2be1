import { texts } from '@exempta/contract/texts'
import { ApiError } from '../../../lib/api-error.ts'

/** The specified words, and the reason where there is one that helps. */
export function shareFailure(error: unknown): Error {
  const failed = texts.documents.shareFailed
  if (!(error instanceof ApiError) || error.code === 'internal') return new Error(failed, { cause: error })
  const { code, message, status, requestId, fields } = error
  return new ApiError(code, `${failed}. ${message}`, { status, requestId, fields })
}
