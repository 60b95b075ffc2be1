import { ApiError, type ApiErrorCode } from './api-error.ts'

/** Nothing was refused: it broke on the way, and the server has no words that help. */
const faults: readonly ApiErrorCode[] = ['internal', 'unavailable', 'offline']

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && !faults.includes(error.code)

/** A refusal says why in its own words; for everything else the specified ones are shown. */
export const failureWords = (error: unknown, specified: string): string =>
  isRefusal(error) ? error.message : specified

/** The same for what shows the message of whatever is thrown. */
export async function orSay<T>(specified: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isRefusal(error) ? error : new Error(specified, { cause: error })
  }
}
