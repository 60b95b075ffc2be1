import { z } from 'zod'
import { apiLimits } from './api/limits.ts'

/** Identifies a writing API call, so that it can be sent again without being executed twice. */
export const idempotencyHeader = 'idempotency-key'
/** Set on a response that repeats an earlier one. */
export const replayedHeader = 'idempotency-replayed'

export const IdempotencyHeaders = z.looseObject({
  [idempotencyHeader]: z
    .string()
    .max(apiLimits.idempotencyKeyLength)
    .regex(/^[!-~]+$/, 'Please use letters, digits and punctuation')
    .optional()
    .describe(
      'Any unique value, such as a UUID. For 24 hours, repeating the request with it returns the first response instead of running again.',
    )
    .meta({ examples: ['7f0f5a3e-9b8d-4ef1-9a55-0a6f6f1f2f11'] }),
})
