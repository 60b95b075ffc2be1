/** Starting, watching, pausing and cancelling an import. */
import type { ArchiveImport, ArchiveStatus } from '@exempta/contract/archive'
import { archiveLimits } from '@exempta/contract/archive/limits'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager, requireMember } from '../businesses/index.ts'
import { advanceImportJob } from './advance-job.ts'
import { limits } from './limits.ts'
import { openArchive } from './owner.ts'
import { dropUnread } from './queries/files.ts'
import {
  countOpenImports,
  findImport,
  type ImportPosition,
  importPage,
  insertImport,
  lockImport,
  type ShownImport,
  updateImport,
} from './queries/imports.ts'

const list = defineKeyset<ImportPosition>('archive-imports', z.tuple([z.iso.datetime(), z.uuid()]))

/** Pages that show the import fetch it again. */
export const publishArchive = (tx: Transaction, businessId: string, importId: string): void =>
  publish(tx, `business:${businessId}`, 'changed', { topic: 'archive', ids: [importId] })

const paceSince = (now: Date) => new Date(now.getTime() - limits.paceMs)

export async function listImports({ database, clock }: Services, call: Call, { cursor, limit }: PageQuery) {
  const member = memberOf(call)
  const now = clock.now()
  const rows = await database.transact(
    member,
    async (tx) => {
      await requireMember(tx, member)
      return importPage(tx, list.read(cursor), limit + 1, paceSince(now))
    },
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [row.created_at.toISOString(), row.id])
  return { items: items.map((row) => asImport(row, now)), nextCursor }
}

export function getImport({ database, clock }: Services, call: Call, id: string): Promise<ArchiveImport> {
  const member = memberOf(call)
  const now = clock.now()
  return database.transact(
    member,
    async (tx) => {
      await requireMember(tx, member)
      const row = await findImport(tx, id, paceSince(now))
      if (!row) throw new AppError('not-found')
      return asImport(row, now)
    },
    { readOnly: true },
  )
}

export async function createImport(services: Services, call: Call): Promise<ArchiveImport> {
  const person = personOf(call)
  const at = services.clock.now()
  const id = timeOrderedId(at)
  // Only the system may make an account.
  await services.database.transact(systemActor, async (tx) => {
    const { businessId } = await requireManager(tx, person)
    await openArchive(services, tx, businessId)
    if ((await countOpenImports(tx, businessId)) >= archiveLimits.openImports) {
      throw new AppError('conflict', {
        text: `You have ${archiveLimits.openImports} imports that aren’t finished. Finish or cancel one first.`,
      })
    }
    const times = { created_at: at, updated_at: at }
    await insertImport(tx, {
      id,
      business_id: businessId,
      status: 'running',
      created_by: person.id,
      ...times,
    })
    await recordAudit(tx, call, { at, action: 'archive.create', target: { kind: 'archive-import', id } })
    publishArchive(tx, businessId, id)
  })
  return getImport(services, call, id)
}

/** What is being read when someone pauses or cancels is read to its end. */
export async function setImportStatus(
  services: Services,
  call: Call,
  { id, status }: { id: string; status: Exclude<ArchiveStatus, 'done'> },
): Promise<ArchiveImport> {
  const person = personOf(call)
  const { database, clock, jobs } = services
  await database.transact(person, async (tx) => {
    await requireManager(tx, person)
    if (!(await findImport(tx, id, clock.now()))) throw new AppError('not-found')
  })
  // The system alone destroys the pieces of what is dropped.
  await database.transact(systemActor, async (tx) => {
    const row = await lockImport(tx, id)
    if (!row) throw new AppError('not-found')
    if (row.status === status) return
    if (row.status === 'cancelled' || row.status === 'done') {
      throw new AppError('conflict', { text: 'This import has ended.' })
    }
    const at = clock.now()
    await updateImport(tx, id, { status, updated_at: at, ...(status === 'cancelled' && { done_at: at }) })
    if (status === 'cancelled') await dropUnread(tx, id)
    if (status === 'running') await jobs.enqueue(tx, advanceImportJob, { importId: id })
    await recordAudit(tx, call, {
      at,
      action: 'archive.status',
      target: { kind: 'archive-import', id },
      details: { status },
    })
    publishArchive(tx, row.business_id, id)
  })
  return getImport(services, call, id)
}

function asImport(row: ShownImport, now: Date): ArchiveImport {
  const count = (status: string) => row.counts[status] ?? 0
  const openedHere = count('unpacking') + count('splitting')
  // What comes out of a ZIP file or a stack isn't something that the person still has to send.
  const unpacked = openedHere > 0 ? count('arriving') : 0
  const counts = {
    arriving: count('arriving') - unpacked,
    waiting: openedHere + unpacked + count('waiting'),
    reading: count('reading'),
    ready: count('ready'),
    look: count('look'),
    other: count('other'),
    duplicate: count('duplicate'),
    refused: count('refused'),
  }
  const files = Object.values(counts).reduce((sum, one) => sum + one, 0)
  return {
    id: row.id,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    createdBy: row.creator_name,
    doneAt: row.done_at?.toISOString() ?? null,
    files,
    bytes: row.bytes,
    counts,
    pages: row.pages,
    ...paceOf(row, counts.arriving + counts.waiting + counts.reading, now),
  }
}

/** Files that are still to come count as those of the last minutes. */
function paceOf({ lately, status }: ShownImport, filesLeft: number, now: Date) {
  const unknown = { pagesPerMinute: null, secondsLeft: null }
  if (lately.first === null || status !== 'running' || filesLeft === 0) return unknown
  const seconds = (now.getTime() - new Date(lately.first).getTime()) / 1000
  if (seconds < 1 || lately.files < 2) return unknown
  return {
    pagesPerMinute: (60 * lately.pages) / seconds,
    secondsLeft: Math.ceil((filesLeft * seconds) / lately.files),
  }
}
