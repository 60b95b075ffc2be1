import { importLimits } from '@exempta/contract/customers/import'
import { customerLimits } from '@exempta/contract/customers/limits'
import { dayMs } from '@exempta/contract/durations'
import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { importCustomersJob, runImport } from './import/import-job.ts'
import { deleteImportsBefore } from './queries/imports.ts'
import { forgetMoved } from './queries/merging.ts'

const mergesAtOnce = 500

const clearMergesJob = defineJob({
  name: 'clear-customer-merges',
  payload: z.object({}),
  singleton: 'both',
  cron: '27 4 * * *',
})

/** Forgets what moved in merges that can't be undone anymore: it's a copy of what records said. */
export async function clearMerges({ clock, database }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - customerLimits.mergeUndoMs)
  await inBatches(mergesAtOnce, (size) =>
    database.transact(systemActor, (tx) => forgetMoved(tx, before, size)),
  )
}

const sweepImportsJob = defineJob({
  name: 'sweep-customer-imports',
  payload: z.object({}),
  singleton: 'both',
  cron: '17 * * * *',
})

const importsAtOnce = 10

/** Lists hold addresses, so they go some time after they were imported. */
export async function sweepImports({ clock, database }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - importLimits.keptDays * dayMs)
  await inBatches(importsAtOnce, (size) =>
    database.transact(systemActor, (tx) => deleteImportsBefore(tx, before, size)),
  )
}

export const customerJobHandlers = (services: Services): JobHandler[] => [
  handle(clearMergesJob, () => clearMerges(services)),
  handle(importCustomersJob, ({ importId }, job) => runImport(services, importId, job)),
  handle(sweepImportsJob, () => sweepImports(services)),
]
