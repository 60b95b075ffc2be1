import { emailKeepingLimits } from '@exempta/contract/admin/limits'
import { dayMs } from '@exempta/contract/durations'
import { z } from 'zod'
import { systemActor } from '../db/actor.ts'
import type { Transaction } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { defineJob } from '../jobs/define-job.ts'
import { handle, type JobHandler } from '../jobs/handle.ts'
import { deleteOlder } from '../months/months.ts'
import type { Services } from '../services.ts'
import { finishEmail, listUnsentBefore, removeSecrets } from './queries.ts'

const batchSize = 100

const clearOutboxJob = defineJob({
  name: 'clear-outbox',
  payload: z.object({}),
  singleton: 'both',
  cron: '11 * * * *',
})

type OutboxServices = Pick<Services, 'clock' | 'database' | 'settings'>

export const clearOutboxHandler = (services: OutboxServices): JobHandler =>
  handle(clearOutboxJob, () => clearOutbox(services))

/**
 * No link or code is valid for longer than its email is kept, sent or not. An email that is still waiting by then has
 * lost its job, because retries end much earlier. The outbox is not an archive.
 */
export async function clearOutbox({ clock, database, settings }: OutboxServices): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  await inBatches(batchSize, (size) =>
    database.transact(systemActor, (tx) =>
      clearUnsent(tx, before(emailKeepingLimits.emailSecretsKeptMs), size),
    ),
  )
  const keptMs = settings.get('retention.mailDays') * dayMs
  await deleteOlder({ database }, 'mails', before(keptMs))
}

async function clearUnsent(tx: Transaction, before: Date, limit: number): Promise<number> {
  const emails = await listUnsentBefore(tx, before, limit)
  for (const email of emails) {
    if (email.status === 'queued') await finishEmail(tx, email, { status: 'failed', lastError: 'never sent' })
    else await removeSecrets(tx, email)
  }
  return emails.length
}
