import { dayMs, minuteMs } from '@exempta/contract/durations'
import { z } from 'zod'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import type { Services } from '../../../platform/services.ts'
import { countMinute, deleteDaysBefore, minutesSince } from './queries.ts'

export const noteUptimeJob = defineJob({
  name: 'note-uptime',
  payload: z.object({}),
  singleton: 'both',
  cron: '* * * * *',
})

const windowMs = 30 * dayMs

/** Runs every minute: a minute in which it doesn’t run counts as downtime. */
export function noteUptime({ clock, database }: Pick<Services, 'clock' | 'database'>): Promise<void> {
  const nowMs = clock.now().getTime()
  return database.transact(systemActor, async (tx) => {
    await countMinute(tx, new Date(nowMs - (nowMs % minuteMs)))
    await deleteDaysBefore(tx, new Date(nowMs - 2 * windowMs))
  })
}

/**
 * The share of the last 30 days, or since the first minute that was counted, in which the service was running. Rounded
 * down, so that it never claims more than was counted.
 */
export async function uptimeInWords(tx: Transaction, now: Date): Promise<string | undefined> {
  const counted = await minutesSince(tx, new Date(now.getTime() - windowMs))
  if (!counted) return undefined
  const elapsed = Math.max(1, Math.floor((now.getTime() - counted.first.getTime()) / minuteMs))
  const share = Math.min(1, counted.minutes / elapsed)
  return `${Math.floor(share * 10_000) / 100}%`
}
