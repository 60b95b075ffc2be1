import type { Schedule } from '@exempta/contract/reports'

/** When the working day begins in America, UTC. */
const hour = 13
const monday = 1

const isDay: Readonly<Record<Schedule, (day: Date) => boolean>> = {
  daily: () => true,
  weekly: (day) => day.getUTCDay() === monday,
  monthly: (day) => day.getUTCDate() === 1,
}

/** The next day of the schedule, never this very moment. */
export function nextMailAt(every: Schedule, now: Date): Date {
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour))
  while (at <= now || !isDay[every](at)) at.setUTCDate(at.getUTCDate() + 1)
  return at
}
