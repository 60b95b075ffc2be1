import { type ErrorCode, errorTable, type Problem } from '@exempta/contract/errors'

/** The one error that features throw. Everything else reaching the edge is answered as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Problem['fields']
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    options: { text?: string; fields?: Problem['fields']; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(options.text ?? errorTable[code].text, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
