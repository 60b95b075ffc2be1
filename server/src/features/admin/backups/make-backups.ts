/** The work behind the Backups page: making, testing and deleting files. */
import { hourMs } from '@exempta/contract/durations'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { failureInWords } from '../../../platform/backup/failure-in-words.ts'
import { BackupError, type Sums } from '../../../platform/backup/items.ts'
import { systemCall } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { JobContext } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { enqueueBackup } from './backups.ts'
import { type BackupChange, deleteRow, findRow, findScheduled, listOver, updateRow } from './queries.ts'

/** Runs every hour: starts the daily backup once its hour has come, also after a machine that was off. */
export async function startDueBackup(services: Services): Promise<void> {
  const { backups, clock, database, settings } = services
  if (!backups.isReady || !settings.get('backups.isDaily')) return
  const now = clock.now()
  const due = new Date(now)
  due.setUTCHours(settings.get('backups.hour'), 0, 0, 0)
  if (due > now) due.setTime(due.getTime() - 24 * hourMs)
  await database.transact(systemActor, async (tx) => {
    const last = await findScheduled(tx)
    if (last && last.created_at >= due) return
    await enqueueBackup(services, tx, { cause: 'schedule', requestedBy: null })
  })
}

export async function makeBackup(services: Services, id: string, job: JobContext): Promise<void> {
  const { backups, clock, log } = services
  const row = await change(services, id, { status: 'running', started_at: clock.now() })
  if (!row) return
  try {
    const sums = await backups.make(row.file_name, async (size_bytes) => {
      await change(services, id, { size_bytes })
    })
    const size = await backups.sizeOf(row.file_name)
    await services.database.transact(systemActor, async (tx) => {
      await updateRow(tx, id, {
        status: 'made',
        finished_at: clock.now(),
        failure: null,
        size_bytes: size ?? null,
        ...figuresOf(sums),
      })
      await job.completeWithin(tx)
    })
  } catch (error) {
    log.error({ err: error }, 'making a backup')
    const isOver = job.isLastAttempt
    await change(services, id, {
      status: isOver ? 'failed' : 'waiting',
      finished_at: isOver ? clock.now() : null,
      failure: failureOf(error),
      size_bytes: null,
    })
    if (isOver) await backups.remove(row.file_name)
    throw error
  }
  await removeOver(services)
}

const figuresOf = ({ tables, files }: Sums): BackupChange => ({
  row_count: tables.reduce((sum, { rows }) => sum + rows, 0),
  file_count: files.count,
  missing_file_count: files.missing,
})

const failureOf = (error: unknown) =>
  failureInWords(error) ?? 'Something failed that the server’s log describes.'

/** The file first: a row without a file can be deleted later, but nobody would find a file without a row. */
async function removeOver(services: Services): Promise<void> {
  const { backups, clock, database, settings } = services
  const over = await database.transact(systemActor, (tx) => listOver(tx, settings.get('backups.kept')))
  for (const { id, file_name } of over) {
    await backups.remove(file_name)
    await database.transact(systemActor, async (tx) => {
      await deleteRow(tx, id)
      const at = clock.now()
      await recordAudit(tx, systemCall, { at, action: 'backup.remove', target: { kind: 'backup', id } })
    })
  }
}

export async function runTest(services: Services, id: string, job: JobContext): Promise<void> {
  const { backups, clock, log } = services
  const row = await change(services, id, { test_status: 'running' })
  if (!row) return
  const finish = (result: BackupChange) =>
    services.database.transact(systemActor, async (tx: Transaction) => {
      await updateRow(tx, id, { tested_at: clock.now(), ...result })
      await job.completeWithin(tx)
    })
  try {
    await backups.test(row.file_name)
  } catch (error) {
    log.error({ err: error }, 'testing a backup')
    // A backup that can't be restored won't get better, but a full disk might.
    if (error instanceof BackupError || job.isLastAttempt) {
      return finish({ test_status: 'failed', test_failure: failureOf(error) })
    }
    throw error
  }
  await finish({ test_status: 'passed', test_failure: null })
}

const change = (services: Services, id: string, values: BackupChange) =>
  services.database.transact(systemActor, async (tx) => {
    await updateRow(tx, id, values)
    return findRow(tx, id)
  })
