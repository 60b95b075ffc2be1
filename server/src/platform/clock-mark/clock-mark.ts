/** Stores the latest time seen in the database, so that it survives a restart (see `Clock.latest`). */
import { z } from 'zod'
import { systemActor } from '../db/actor.ts'
import { defineJob } from '../jobs/define-job.ts'
import { handle, type JobHandler } from '../jobs/handle.ts'
import type { Services } from '../services.ts'
import { findClockMark, putClockMark } from './queries.ts'

type MarkServices = Pick<Services, 'clock' | 'database'>

const keepClockMarkJob = defineJob({
  name: 'keep-clock-mark',
  payload: z.object({}),
  singleton: 'both',
  cron: '* * * * *',
})

/** Runs before the first request is answered. */
export async function readClockMark({ clock, database }: MarkServices): Promise<void> {
  const mark = await database.transact(systemActor, findClockMark, { readOnly: true })
  if (mark) clock.hasSeen(mark)
}

export const keepClockMark = ({ clock, database }: MarkServices): Promise<void> =>
  database.transact(systemActor, (tx) => putClockMark(tx, clock.latest()))

export const keepClockMarkHandler = (services: MarkServices): JobHandler =>
  handle(keepClockMarkJob, () => keepClockMark(services))
