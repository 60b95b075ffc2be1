import { dayMs } from '@exempta/contract/durations'
import { z } from 'zod'
import { systemActor } from '../db/actor.ts'
import { inBatches } from '../db/in-batches.ts'
import { defineJob } from '../jobs/define-job.ts'
import { handle, type JobHandler } from '../jobs/handle.ts'
import { deleteOlder } from '../months/months.ts'
import type { AccountEraser, DataContributor } from '../personal-data.ts'
import type { Services } from '../services.ts'
import { sealAudit } from './chain.ts'
import { deleteChangesOf, deleteOriginsOf, listChangesTo } from './queries.ts'

const batchSize = 1000

const clearOriginsJob = defineJob({
  name: 'clear-network-addresses',
  payload: z.object({}),
  singleton: 'both',
  cron: '7 2 * * *',
})

type OriginServices = Pick<Services, 'clock' | 'database' | 'settings'>

export const clearOriginsHandler = (services: OriginServices): JobHandler =>
  handle(clearOriginsJob, () => clearOrigins(services))

/** Network addresses are personal data and are kept for a limited time. The chain does not depend on them. */
export async function clearOrigins({ clock, database, settings }: OriginServices): Promise<void> {
  const keptMs = settings.get('retention.networkAddressDays') * dayMs
  await deleteOlder({ database }, 'audit_origins', new Date(clock.now().getTime() - keptMs))
}

/**
 * The rows stay, with opaque ids, but the person's network addresses and changed values are deleted. The chain does not
 * depend on them.
 */
export const eraseAuditData: AccountEraser = async ({ database }, personId) => {
  for (const erase of [deleteOriginsOf, deleteChangesOf]) {
    await inBatches(batchSize, (size) => database.transact(systemActor, (tx) => erase(tx, personId, size)))
  }
}

/** Exports what was changed in the person's account, with the values before and after. */
export const accountChangesData: DataContributor = async function* ({ database }, { id }) {
  const rows = await database.transact(systemActor, (tx) => listChangesTo(tx, id), { readOnly: true })
  if (rows.length > 0) yield { path: 'account-changes.json', value: rows }
}

const sealAuditLog = defineJob({
  name: 'seal-audit-log',
  payload: z.object({}),
  singleton: 'both',
  cron: '* * * * *',
})

export const auditJobHandlers = (
  services: Pick<Services, 'database' | 'files' | 'log' | 'secrets'>,
): JobHandler[] => [
  handle(sealAuditLog, async () => {
    await sealAudit(services)
  }),
]
