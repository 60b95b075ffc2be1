/** Backups for administrators: what there is, a new one, a test and a download. */
import type { Backup, BackupOverview } from '@exempta/contract/admin/backups'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { backupFileName } from '../../../platform/backup/file-names.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { openSignedText, signText } from '../../../platform/crypto/signed-text.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { FileAnswer, RecordOpening } from '../../../platform/http/send-file.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import type { Services } from '../../../platform/services.ts'
import { checkPassword, type Proof, requireAdministrator, withProof } from '../../accounts/index.ts'
import { judgeBackups } from '../health/policy.ts'
import { limits } from '../limits.ts'
import { findNewestMade, findRow, insertRow, type ListedBackup, listRows, updateRow } from './queries.ts'

export const makeBackupJob = defineJob({
  name: 'make-backup',
  payload: z.object({ id: z.uuid() }),
  // The former attempt's file is deleted first, so an attempt that was killed costs nothing but its time.
  retry: { limit: 2, delaySeconds: 60, maxDelaySeconds: 600 },
  expireSeconds: 6 * 3600,
  singleton: 'both',
})

export const testBackupJob = defineJob({
  name: 'test-backup',
  payload: z.object({ id: z.uuid() }),
  retry: { limit: 1, delaySeconds: 60, maxDelaySeconds: 60 },
  expireSeconds: 6 * 3600,
  singleton: 'both',
})

// Only the system may touch the rows. That the caller is an administrator was checked with the call.
const asSystem = <Result>(
  { database }: Services,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> => database.transact(systemActor, work)

/** In words; null if nothing is wrong. */
export async function findBackupProblem(services: Services): Promise<string | null> {
  const { backups, clock, settings } = services
  const newest = await asSystem(services, findNewestMade)
  const { problems } = judgeBackups(
    {
      isReady: backups.isReady,
      isDaily: settings.get('backups.isDaily'),
      newestAt: newest?.created_at,
      newestTest: newest?.test_status,
    },
    clock.now(),
  )
  return problems[0] ?? null
}

export async function listBackups(services: Services): Promise<BackupOverview> {
  const { backups, settings } = services
  const [rows, problem] = await Promise.all([
    asSystem(services, (tx) => listRows(tx, limits.backupsListed)),
    findBackupProblem(services),
  ])
  return {
    isReady: backups.isReady,
    place: backups.place,
    isDaily: settings.get('backups.isDaily'),
    hour: settings.get('backups.hour'),
    kept: settings.get('backups.kept'),
    problem,
    items: rows.map(asBackup),
  }
}

function asBackup(row: ListedBackup): Backup {
  return {
    id: row.id,
    cause: row.cause,
    requestedBy: row.requester,
    createdAt: row.created_at.toISOString(),
    status: row.status,
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    sizeBytes: row.size_bytes,
    rows: row.row_count,
    files: row.file_count,
    missingFiles: row.missing_file_count,
    failure: row.failure,
    test: row.test_status && {
      status: row.test_status,
      at: row.tested_at?.toISOString() ?? null,
      failure: row.test_failure,
    },
  }
}

export async function startBackup(services: Services, call: Call): Promise<Backup> {
  if (!services.backups.isReady) throw new AppError('conflict', { text: notReady })
  const { id: requestedBy } = personOf(call)
  return asSystem(services, async (tx) => {
    const id = await enqueueBackup(services, tx, { cause: 'person', requestedBy })
    if (!id) throw new AppError('conflict', { text: 'A backup is already being made.' })
    const at = services.clock.now()
    await recordAudit(tx, call, { at, action: 'backup.start', target: { kind: 'backup', id } })
    const row = await findRow(tx, id)
    if (!row) throw new Error('The new backup is gone.')
    return asBackup(row)
  })
}

const notReady =
  'Set BACKUP_PASSPHRASE to 16 characters or more and restart Exempta. Backups are encrypted with it.'

/** Returns nothing if another backup waits or is being made. */
export async function enqueueBackup(
  { clock, jobs }: Services,
  tx: Transaction,
  { cause, requestedBy }: { cause: Backup['cause']; requestedBy: string | null },
): Promise<string | undefined> {
  const at = clock.now()
  const id = timeOrderedId(at)
  const file_name = backupFileName(id, at)
  const row = { id, cause, requested_by: requestedBy, created_at: at, file_name, status: 'waiting' as const }
  if (!(await insertRow(tx, row))) return undefined
  await jobs.enqueue(tx, makeBackupJob, { id })
  return id
}

export async function testBackup(services: Services, call: Call, id: string): Promise<void> {
  await asSystem(services, async (tx) => {
    const row = await findRow(tx, id)
    if (row?.status !== 'made') throw new AppError('not-found')
    if (row.test_status === 'waiting' || row.test_status === 'running') {
      throw new AppError('conflict', { text: 'This backup is already being tested.' })
    }
    await updateRow(tx, id, { test_status: 'waiting', test_failure: null })
    await services.jobs.enqueue(tx, testBackupJob, { id })
    const at = services.clock.now()
    await recordAudit(tx, call, { at, action: 'backup.test', target: { kind: 'backup', id } })
  })
}

const Ticket = z.tuple([z.literal('backup'), z.uuid(), z.uuid(), z.int()])

/** A link for this administrator alone: a backup holds everything, so the password is asked first. */
export async function createBackupLink(
  services: Services,
  call: Call,
  { id, ...proof }: Proof & { id: string },
): Promise<{ url: string }> {
  const find = async (tx: Transaction) => {
    await requireAdministrator(tx, personOf(call))
    return findRow(tx, id)
  }
  const row = await withProof(services, call, proof, find, checkPassword)
  if (row?.status !== 'made') throw new AppError('not-found')
  if ((await services.backups.sizeOf(row.file_name)) === undefined) {
    throw new AppError('conflict', { text: `The file isn’t in ${services.backups.place} any more.` })
  }
  const expiresAt = services.clock.latest().getTime() + limits.backupLinkMs
  const ticket: z.infer<typeof Ticket> = ['backup', id, personOf(call).id, expiresAt]
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return { url: `/api/admin/backup-files/${signText(await services.keys.get('backup-link'), text)}` }
}

export async function downloadBackup(
  services: Services,
  call: Call,
  untrustedToken: string,
): Promise<FileAnswer<'application/octet-stream', RecordOpening>> {
  const text = openSignedText(await services.keys.get('backup-link'), untrustedToken)
  if (text === undefined) throw new AppError('not-found')
  const [, id, personId, expiresAt] = Ticket.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  if (personId !== personOf(call).id) throw new AppError('not-found')
  const leftMs = expiresAt - services.clock.latest().getTime()
  // A link from before the clock was set back is over, too.
  if (leftMs <= 0 || leftMs > limits.backupLinkMs) throw new AppError('gone')
  const row = await asSystem(services, (tx) => findRow(tx, id))
  const sizeBytes = row && (await services.backups.sizeOf(row.file_name))
  if (!row || sizeBytes === undefined || row.status !== 'made') throw new AppError('gone')
  return {
    name: row.file_name,
    contentType: 'application/octet-stream',
    sizeBytes,
    content: (range) => services.backups.read(row.file_name, range),
    recordOpening: () =>
      asSystem(services, (tx) =>
        recordAudit(tx, call, {
          at: services.clock.now(),
          action: 'backup.download',
          target: { kind: 'backup', id },
        }),
      ),
  }
}
