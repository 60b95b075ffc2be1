import type { ArchiveStatus } from '@exempta/contract/archive'
import type { Tone } from '../../../ui/badge.tsx'

const numbers = new Intl.NumberFormat()
export const count = (number: number) => numbers.format(number)

export const statusTones: Record<ArchiveStatus, Tone> = {
  running: 'info',
  paused: 'warning',
  cancelled: 'neutral',
  done: 'success',
}

/** An estimate, so it's rounded. */
export function timeLeft(seconds: number): string {
  if (seconds < 90) return 'about a minute left'
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `about ${minutes} minutes left`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'about an hour left' : `about ${hours} hours left`
}
