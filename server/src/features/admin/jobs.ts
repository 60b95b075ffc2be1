import { z } from 'zod'
import type { Head } from '../../platform/audit/queries.ts'
import { verifyAnchored } from '../../platform/audit/verify-audit.ts'
import { systemCall } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobContext, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { shredApplication } from './applications/applications.ts'
import { listApplicationsBefore } from './applications/queries.ts'
import { findLastGoodHead, updateVerification, type VerificationRow } from './audit/queries.ts'
import { verifyAuditLogJob } from './audit/verification.ts'
import { makeBackupJob, testBackupJob } from './backups/backups.ts'
import { makeBackup, runTest, startDueBackup } from './backups/make-backups.ts'
import { countNotedDays } from './dashboard/queries.ts'
import { limits } from './limits.ts'
import { noteUptime, noteUptimeJob } from './uptime/uptime.ts'

const expireApplicationsJob = defineJob({
  name: 'expire-applications',
  payload: z.object({}),
  singleton: 'both',
  cron: '21 4 * * *',
})

const batchSize = 100

/** Deletes résumés after the time that the privacy page promises. */
export async function expireApplications(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - limits.applicationKeptMs)
  await inBatches(batchSize, async (size) => {
    const ids = await services.database.transact(systemActor, (tx) =>
      listApplicationsBefore(tx, before, size),
    )
    for (const id of ids) await shredApplication(services, systemCall, id, 'application.expire')
    return ids.length
  })
}

export const applicationJobHandlers = (services: Services): JobHandler[] => [
  handle(expireApplicationsJob, () => expireApplications(services)),
]

const batchesBetweenReports = 20
const noEntry = 'none'

type VerifyServices = Pick<Services, 'clock' | 'database' | 'files' | 'secrets'>

export const auditLogJobHandlers = (services: VerifyServices): JobHandler[] => [
  handle(verifyAuditLogJob, ({ verificationId }, context) =>
    runVerification(services, verificationId, context),
  ),
]

async function runVerification(
  services: VerifyServices,
  id: string,
  { signal, isLastAttempt }: JobContext,
): Promise<void> {
  const { clock, database } = services
  const update = (change: Partial<VerificationRow>) =>
    database.transact(systemActor, (tx) => updateVerification(tx, id, change))
  if (!(await update({ state: 'running', checked: 0 }))) return
  let batches = 0
  try {
    const report = await verifyAnchored(services, await lastGoodHeads(), async (checked) => {
      signal.throwIfAborted()
      if (++batches % batchesBetweenReports === 0) await update({ checked })
    })
    const { head, firstBad } = report
    await update({
      state: firstBad ? 'damaged' : 'intact',
      checked: report.sealed,
      unsealed: report.unsealed,
      head_position: head?.position ?? null,
      head_hash: head?.hash ?? null,
      bad_entry_id: firstBad && firstBad.entryId !== noEntry ? firstBad.entryId : null,
      problem: firstBad?.problem ?? null,
      finished_at: clock.now(),
    })
  } catch (error) {
    if (isLastAttempt) await update({ state: 'failed', finished_at: clock.now() })
    throw error
  }

  async function lastGoodHeads(): Promise<Head[]> {
    const row = await database.transact(systemActor, findLastGoodHead, { readOnly: true })
    if (!row || row.head_position === null || row.head_hash === null) return []
    return [{ position: row.head_position, hash: row.head_hash }]
  }
}

const daysAtOnce = 50

const countAddedDaysJob = defineJob({
  name: 'count-added-days',
  payload: z.object({}),
  singleton: 'both',
  cron: '*/5 * * * *',
})

/** Counts every day that something has changed in since it was counted. */
export const countAddedDays = ({ database }: Services): Promise<void> =>
  inBatches(daysAtOnce, (size) => database.transact(systemActor, (tx) => countNotedDays(tx, size)))

export const adminDashboardJobHandlers = (services: Services): JobHandler[] => [
  handle(countAddedDaysJob, () => countAddedDays(services)),
]

const startDueBackupJob = defineJob({
  name: 'start-due-backup',
  payload: z.object({}),
  singleton: 'both',
  cron: '2 * * * *',
})

export const backupJobHandlers = (services: Services): JobHandler[] => [
  handle(startDueBackupJob, () => startDueBackup(services)),
  handle(makeBackupJob, ({ id }, job) => makeBackup(services, id, job)),
  handle(testBackupJob, ({ id }, job) => runTest(services, id, job)),
]

export const uptimeJobHandlers = (services: Services): JobHandler[] => [
  handle(noteUptimeJob, () => noteUptime(services)),
]
