import { isIP } from 'node:net'
import { AppError } from '../../platform/app-error.ts'
import { isAllowedFrom } from '../../platform/http/address-list.ts'

/** Whoever sets a list must still be let in by it. */
export function checkRanges(ranges: readonly string[], ownIp: string | null): void {
  const unreadable = ranges.findIndex((range) => !isIP(range.split('/')[0] ?? ''))
  if (unreadable >= 0) {
    const fields = [{ path: `ranges.${unreadable}`, message: 'Please enter an address or a range' }]
    throw new AppError('invalid-input', { fields })
  }
  if (!isAllowedFrom(ranges, ownIp)) throw new AppError('locks-you-out')
}

/** Whoever did not see the list as it is now is told, and changes nothing. */
export function checkSeen(current: readonly string[], seen: readonly string[] | undefined): void {
  if (seen && seen.join() !== current.join()) throw new AppError('conflict')
}
