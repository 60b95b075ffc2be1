import { dayMs } from '@exempta/contract/durations'
import { observedClock } from '../platform/clock.ts'
import type { Services } from '../platform/services.ts'

/** The same services some days ago: what a verb does with them happened then. */
export const earlier = (services: Services, daysAgo: number): Services => ({
  ...services,
  clock: observedClock(() => new Date(services.clock.now().getTime() - daysAgo * dayMs)),
})
