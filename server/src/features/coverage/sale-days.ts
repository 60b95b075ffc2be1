/** The days that a sale can be of, for receipts and for lists of sales. */
import { dayMs } from '@exempta/contract/durations'
import { AppError } from '../../platform/app-error.ts'
import { todayIn } from './judge.ts'
import { limits } from './limits.ts'

/** Older sales are typing errors: no audit reaches back that far. */
export function isTooLongAgo(day: string, now: Date): boolean {
  const first = new Date(now)
  first.setUTCFullYear(first.getUTCFullYear() - limits.saleMaxAgeYears)
  return day < first.toISOString().slice(0, 10)
}

/** Whether no place on earth has reached the day yet. */
export const isInTheFuture = (day: string, now: Date): boolean =>
  day > new Date(now.getTime() + dayMs).toISOString().slice(0, 10)

/** Refuses a receipt for a day on which no sale can have been. */
export function refuseSaleDay({ on, state }: { on: string; state: string }, now: Date, path: string): void {
  const message =
    on > todayIn(state, now)
      ? 'A receipt can’t be for a day in the future'
      : isTooLongAgo(on, now)
        ? `A receipt can’t be for a day more than ${limits.saleMaxAgeYears} years ago`
        : undefined
  if (message) throw new AppError('invalid-input', { fields: [{ path, message }] })
}
