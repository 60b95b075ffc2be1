import { hourMs } from '@exempta/contract/durations'
import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { fetchEmails } from './arriving/fetch-emails.ts'
import { readEmailJob } from './arriving/store-email.ts'
import { limits } from './limits.ts'
import { publishEmail } from './notify-managers.ts'
import { deleteEmailsBefore, letGo, listUnread, listWaitingBefore, updateEmail } from './queries.ts'
import { readEmail } from './reading/read-email.ts'
import { discard } from './received-emails.ts'

const emailsAtOnce = 100

const sweepEmailsJob = defineJob({
  name: 'sweep-inbound-emails',
  payload: z.object({}),
  singleton: 'both',
  cron: '41 * * * *',
})

const fetchEmailsJob = defineJob({
  name: 'fetch-inbound-emails',
  payload: z.object({}),
  singleton: 'both',
  cron: '* * * * *',
})

/** Discards what waited too long, deletes what is old, and goes on with emails whose job was given up. */
async function sweepEmails(services: Services): Promise<void> {
  const { clock, database, jobs } = services
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  await inBatches(emailsAtOnce, (size) =>
    database.transact(systemActor, async (tx) => {
      const rows = await listWaitingBefore(tx, before(limits.waitingMs), size)
      for (const row of rows) {
        const change = await discard(services, tx, row.id)
        await letGo(tx, row.id)
        await updateEmail(tx, row.id, { ...change, reason: null, body_text: null, decided_at: clock.now() })
        publishEmail(tx, row)
      }
      return rows.length
    }),
  )
  await inBatches(emailsAtOnce, (size) =>
    database.transact(systemActor, (tx) => deleteEmailsBefore(tx, before(limits.keptMs), size)),
  )
  await database.transact(systemActor, async (tx) => {
    for (const { id, business_id } of await listUnread(tx, before(hourMs), emailsAtOnce)) {
      await jobs.enqueue(tx, readEmailJob, { emailId: id }, { fairnessKey: business_id })
    }
  })
}

export const inboundJobHandlers = (services: Services): JobHandler[] => [
  handle(readEmailJob, ({ emailId }, context) => readEmail(services, emailId, context)),
  handle(fetchEmailsJob, () => fetchEmails(services)),
  handle(sweepEmailsJob, () => sweepEmails(services)),
]
