/** Tables that are partitioned by month: makes months ahead, and deletes what is older than its retention (0024). */
import { z } from 'zod'
import { systemActor } from '../db/actor.ts'
import { isDatabaseUnavailable } from '../db/errors.ts'
import { inBatches } from '../db/in-batches.ts'
import { defineJob } from '../jobs/define-job.ts'
import { handle, type JobHandler } from '../jobs/handle.ts'
import type { Services } from '../services.ts'
import {
  createMonths,
  deleteRowsBefore,
  dropMonths,
  listMixedPartitions,
  type MonthlyTable,
} from './queries.ts'

/** If the job fails for weeks, there is still a partition for every row. */
const monthsAhead = 2
const batchSize = 1000

type MonthServices = Pick<Services, 'clock' | 'database'>

const prepareMonthsJob = defineJob({
  name: 'prepare-months',
  payload: z.object({}),
  singleton: 'both',
  cron: '47 * * * *',
})

export const prepareMonthsHandler = (services: MonthServices): JobHandler =>
  handle(prepareMonthsJob, async () => {
    await prepareMonths(services)
  })

/** Can run at any time and in several processes at once. Returns the names of the new partitions. */
export const prepareMonths = ({ clock, database }: MonthServices): Promise<string[]> =>
  createMonths(database, clock.now(), monthsAhead)

/**
 * For a program that was off for months, before it adds rows. Another process that holds a lock for long, such as a
 * backup, is no reason not to start: rows without a month have a place too.
 */
export async function prepareMonthsAtStart(services: MonthServices & Pick<Services, 'log'>): Promise<void> {
  try {
    await prepareMonths(services)
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    services.log.warn({ err: error }, 'no months were prepared')
  }
}

/**
 * Drops the months whose last moment is older, and deletes older rows that are not in a month one by one. So a row of
 * a month stays until the whole month is old enough.
 */
export async function deleteOlder(
  { database }: Pick<Services, 'database'>,
  table: MonthlyTable,
  before: Date,
): Promise<void> {
  await dropMonths(database, table, before)
  const partitions = await database.transact(systemActor, (tx) => listMixedPartitions(tx, table), {
    readOnly: true,
  })
  for (const partition of partitions) {
    await inBatches(batchSize, (size) =>
      database.transact(systemActor, (tx) => deleteRowsBefore(tx, { table, partition, before }, size)),
    )
  }
}
