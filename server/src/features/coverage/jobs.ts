import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import { rulesInForce } from '../../platform/rules/loaded-rules.ts'
import type { Services } from '../../platform/services.ts'
import { limits } from './limits.ts'
import { deleteAcceptancesBefore } from './queries/acceptances.ts'
import { listDue } from './queries/certificates.ts'
import { endKeptCopies } from './queries/kept-copies.ts'
import { deleteChecksBefore, deleteUnusedRules } from './queries/receipts.ts'
import { renewCoverage } from './renew-coverage.ts'

const sharesAtOnce = 100
const checksAtOnce = 1000
const copiesAtOnce = 100

// A day ends at another moment in each time zone, and renamed businesses wait for it, too: so it looks every minute.
const renewCoverageJob = defineJob({
  name: 'renew-coverage',
  payload: z.object({}),
  singleton: 'both',
  cron: '* * * * *',
})

/** Judges again what expired, what is judged by older rules, and what someone has renamed. */
export async function renewDueCoverage(services: Services): Promise<void> {
  await inBatches(sharesAtOnce, (size) =>
    services.database.transact(systemActor, async (tx) => {
      const due = await listDue(tx, services.clock.now(), rulesInForce().version, size)
      await renewCoverage(services, tx, due)
      return due.length
    }),
  )
}

const clearReceiptsJob = defineJob({
  name: 'clear-coverage-receipts',
  payload: z.object({}),
  singleton: 'both',
  cron: '41 3 * * *',
})

export async function clearReceipts({ clock, database }: Services): Promise<void> {
  const before = clock.now()
  before.setUTCFullYear(before.getUTCFullYear() - limits.receiptsKeptYears)
  await inBatches(checksAtOnce, (size) =>
    database.transact(systemActor, (tx) => deleteChecksBefore(tx, before, size)),
  )
  await inBatches(checksAtOnce, (size) =>
    database.transact(systemActor, (tx) => deleteAcceptancesBefore(tx, before, size)),
  )
  await database.transact(systemActor, (tx) => deleteUnusedRules(tx, before))
}

const clearKeptCopiesJob = defineJob({
  name: 'clear-kept-copies',
  payload: z.object({}),
  singleton: 'both',
  cron: '53 3 * * *',
})

/** Deletes copies that no state asks for anymore, and their files unless the document still shows them. */
export async function clearKeptCopies({ clock, database }: Services): Promise<void> {
  await inBatches(copiesAtOnce, (size) =>
    database.transact(systemActor, (tx) => endKeptCopies(tx, clock.now(), size)),
  )
}

export const coverageJobHandlers = (services: Services): JobHandler[] => [
  handle(renewCoverageJob, () => renewDueCoverage(services)),
  handle(clearReceiptsJob, () => clearReceipts(services)),
  handle(clearKeptCopiesJob, () => clearKeptCopies(services)),
]
