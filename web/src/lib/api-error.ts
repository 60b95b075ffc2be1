import type { ErrorCode, Problem } from '@exempta/contract/errors'
import { texts } from '@exempta/contract/texts'

/** `offline` is ours: the request got no answer at all. */
type ApiErrorCode = ErrorCode | 'offline'

export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly requestId: string | undefined
  readonly fields: NonNullable<Problem['fields']>

  constructor(
    code: ApiErrorCode,
    message: string,
    detail: { status?: number; requestId?: string | undefined; fields?: Problem['fields'] } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = detail.status ?? 0
    this.requestId = detail.requestId
    this.fields = detail.fields ?? []
  }
}

const offlineText = 'We couldn’t reach Exempta. Check your connection and try again.'
const unreadableText = 'Something went wrong on our side. Please try again.'

export const offlineError = () => new ApiError('offline', offlineText)

/** Reads a failed answer. Anything that is not our problem format (a proxy's page, say) gets plain words. */
export async function readApiError(response: Response): Promise<ApiError> {
  const { status } = response
  const fallbackCode: ErrorCode = status >= 502 && status <= 504 ? 'unavailable' : 'internal'
  const problem = await response.json().catch(() => undefined)
  if (!isProblem(problem)) return new ApiError(fallbackCode, unreadableText, { status })
  const { code, title, requestId, fields } = problem
  return new ApiError(code, title, { status, requestId, fields })
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'title' in value
}

/** A link that was used already or is too old. */
export const isExpired = (error: unknown) => error instanceof ApiError && error.code === 'gone'

/** Also what a mistyped address asks for: no page has an ID like that. */
export const isNotFound = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not-found' || error.code === 'invalid-input')

/** The words to show for something that was thrown: its own message when it has one. */
export function errorText(error: unknown, fallback: string = texts.errorOccurred): string {
  return error instanceof Error && error.message ? error.message : fallback
}

/** Nothing was refused: it broke on the way, and the server has no words that help. */
const faults: readonly ApiErrorCode[] = ['internal', 'unavailable', 'offline']

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && !faults.includes(error.code)

/** Trying again may help: nothing was refused. */
export const isPassing = (error: unknown): boolean => error instanceof ApiError && !isRefusal(error)

/** A refusal says why in its own words; for everything else the specified ones are shown. */
export const failureText = (error: unknown, specified: string): string =>
  isRefusal(error) ? error.message : specified

/** The same for what shows the message of whatever is thrown. */
export async function orThrowText<T>(specified: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isRefusal(error) ? error : new Error(specified, { cause: error })
  }
}
