/**
 * Checks and imports lists, a piece of lines in each transaction. How far it has come is committed with the piece, so
 * after a crash it goes on where it was: no line is lost, and none is imported twice.
 */
import { z } from 'zod'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { systemCall } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import type { JobContext } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { notify } from '../../notifications/index.ts'
import {
  countOutcomes,
  type ImportRow,
  linesAfter,
  linesToImport,
  lockImport,
  updateImport,
} from '../queries/imports.ts'
import { applyParents, checkParents } from './check-parents.ts'
import { checkPiece } from './check-piece.ts'
import { importPiece } from './import-piece.ts'
import { publishImports } from './publish-imports.ts'

export const importCustomersJob = defineJob({
  name: 'import-customers',
  payload: z.object({ importId: z.uuid() }),
  concurrency: 2,
})

const linesAtOnce = 1000

type Job = Pick<JobContext, 'signal' | 'isLastAttempt' | 'completeWithin' | 'othersWait' | 'goOnLaterWithin'>

export async function runImport(services: Services, importId: string, job: Job): Promise<void> {
  const { database } = services
  try {
    for (let isOver = false; !isOver; ) {
      job.signal.throwIfAborted()
      const othersWait = await job.othersWait()
      isOver = await database.transact(systemActor, async (tx) => {
        const isFinished = await doPiece(services, tx, importId)
        if (isFinished) await job.completeWithin(tx)
        else if (othersWait) await job.goOnLaterWithin(tx)
        return isFinished || othersWait
      })
    }
  } catch (error) {
    if (job.isLastAttempt && !job.signal.aborted) await stop(services, importId)
    throw error
  }
}

/** Returns whether nothing is left to do. */
async function doPiece(services: Services, tx: Transaction, importId: string): Promise<boolean> {
  const list = await lockImport(tx, importId)
  const at = services.clock.now()
  if (list?.status !== 'checking' && list?.status !== 'importing') return true
  const isImporting = list.status === 'importing'
  const withParents = list.is_at_parents
  const place = { after: list.last_line, limit: linesAtOnce, withParents }
  if (!isImporting && !withParents) {
    const lines = await linesAfter(tx, importId, place.after, place.limit)
    await checkPiece(tx, list, lines, at)
    await note(tx, list, lines, at)
    return false
  }
  const rows = await linesToImport(tx, importId, place)
  if (withParents) await (isImporting ? applyParents(tx, list, rows, at) : checkParents(tx, list, rows))
  else await importPiece(tx, list, rows, at)
  await note(tx, list, rows, at)
  if (!withParents || rows.length === linesAtOnce) return false
  await finish(services, tx, list, at)
  return true
}

/** The parents come when all lines are done. */
async function note(
  tx: Transaction,
  list: ImportRow,
  rows: readonly { line: number }[],
  at: Date,
): Promise<void> {
  const isLast = rows.length < linesAtOnce
  await updateImport(tx, list.id, {
    last_line: isLast ? 0 : (rows.at(-1)?.line ?? 0),
    ...(!list.is_at_parents && { progress: list.progress + rows.length, is_at_parents: isLast }),
    updated_at: at,
  })
  publishImports(tx, list.business_id, list.id)
}

async function finish(services: Services, tx: Transaction, list: ImportRow, at: Date): Promise<void> {
  const { id, created_by } = list
  const counts = await countOutcomes(tx, id)
  const isImporting = list.status === 'importing'
  await updateImport(tx, id, {
    status: isImporting ? 'done' : 'ready',
    created_count: counts.created,
    updated_count: counts.updated,
    unchanged_count: counts.unchanged,
    bad_count: counts.bad,
    progress: list.row_count,
    updated_at: at,
    ...(isImporting && { done_at: at }),
  })
  if (!isImporting) return
  const target = { kind: 'customer-import', id } as const
  await recordAudit(tx, systemCall, { at, action: 'customer-import.finish', target, details: counts })
  if (!created_by) return
  const bad = counts.bad === 0 ? '' : ` ${counts.bad.toLocaleString('en-US')} lines need a correction.`
  await notify(services, tx, {
    audience: { kind: 'person', id: created_by },
    type: 'other',
    link: `/business/customers/import?id=${id}`,
    title: 'Your list of customers is imported',
    message: `${counts.created.toLocaleString('en-US')} new customers, ${counts.updated.toLocaleString('en-US')} changed.${bad}`,
  })
}

/** What is imported stays. Someone can go on with the rest. */
function stop({ clock, database }: Services, importId: string): Promise<void> {
  return database.transact(systemActor, async (tx) => {
    const list = await lockImport(tx, importId)
    if (!list) return
    await updateImport(tx, importId, { status: 'failed', updated_at: clock.now() })
    publishImports(tx, list.business_id, importId)
  })
}
