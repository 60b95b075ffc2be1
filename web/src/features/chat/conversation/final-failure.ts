import { ApiError } from '../../../lib/api-error.ts'

const passing = new Set(['offline', 'internal', 'unavailable', 'too-many-requests'])

/** Undefined when the same may work in a moment. */
export function finalFailure(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) throw error
  return passing.has(error.code) ? undefined : error.message
}
