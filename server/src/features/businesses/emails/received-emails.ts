import { dayMs } from '@exempta/contract/durations'
import { z } from 'zod'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { publicLink } from '../../../platform/email/links.ts'
import { queueEmail } from '../../../platform/email/queue-email.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import type { Services } from '../../../platform/services.ts'
import { newDocumentsEmail, weeklySummaryEmail } from '../emails.ts'
import { limits } from '../limits.ts'
import { listReaders, summarizeWeek, takeBusinesses, takeNewDocuments } from './queries.ts'

export const emailNewDocumentsJob = defineJob({
  name: 'mail-new-documents',
  payload: z.object({ businessId: z.uuid() }),
  singleton: 'waiting',
})

/** Collects documents for some minutes, so that members get one email instead of many during a busy hour. */
export async function announceReceived(
  { clock, jobs }: Services,
  tx: Transaction,
  businessIds: readonly string[],
): Promise<void> {
  const runAt = new Date(clock.now().getTime() + limits.newDocumentsEmailMs)
  for (const businessId of businessIds) {
    await jobs.enqueue(tx, emailNewDocumentsJob, { businessId }, { runAt, singletonKey: businessId })
  }
}

const oldestMs = dayMs

/**
 * Announces documents that arrived since the last email and still wait. Taking them and queuing the emails
 * commit together, so nothing is announced twice.
 */
export async function emailNewDocuments(services: Services, businessId: string): Promise<void> {
  const notBefore = new Date(services.clock.now().getTime() - oldestMs)
  await services.database.transact(systemActor, async (tx) => {
    const news = await takeNewDocuments(tx, businessId, notBefore)
    if (!news) return
    const link = publicLink(services.publicUrl, '/business/documents')
    for (const reader of await listReaders(tx, [businessId], 'mails_new_documents')) {
      const data = { ...news, link, canReview: reader.role === 'manager' }
      await queueEmail(services, tx, { to: reader, template: newDocumentsEmail, data })
    }
  })
}

const businessesAtOnce = 50

/** Summarizes the week that ended last Sunday (UTC). A second run in the same week finds nothing to do. */
export async function emailWeeklySummaries(services: Services): Promise<void> {
  const until = startOfWeek(services.clock.now())
  await inBatches(businessesAtOnce, (size) => emailSummaryBatch(services, until, size))
}

function emailSummaryBatch(services: Services, until: Date, limit: number): Promise<number> {
  const from = new Date(until.getTime() - 7 * dayMs)
  return services.database.transact(systemActor, async (tx) => {
    const taken = await takeBusinesses(tx, until, limit)
    const weeks = await summarizeWeek(tx, taken, from, until)
    const busy = new Map(
      weeks
        .filter(
          ({ received, verified, rejected, pending, expiring }) =>
            received + verified + rejected + pending + expiring > 0,
        )
        .map((week) => [week.id, week]),
    )
    const link = publicLink(services.publicUrl, '/business/reports')
    for (const reader of await listReaders(tx, [...busy.keys()], 'mails_weekly_summary')) {
      const week = busy.get(reader.businessId)
      if (!week) continue
      const { name: business, expires_next: expiresNext } = week
      const data = { ...week, business, expiresNext, from, until, link }
      await queueEmail(services, tx, { to: reader, template: weeklySummaryEmail, data })
    }
    return taken.length
  })
}

function startOfWeek(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  return new Date(today - daysSinceMonday * dayMs)
}
