/**
 * Splits a file of many certificates, like a ZIP: each part becomes a file of the import that is read by itself, and the
 * whole is shredded once all of them are stored. What is split is the redacted file; the original is gone by then.
 */
import { buffer } from 'node:stream/consumers'
import type { ArchivePart } from '@exempta/contract/archive'
import { archiveLimits } from '@exempta/contract/archive/limits'
import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Services } from '../../platform/services.ts'
import { findOwnDocument, listReadings, shredDocument } from '../documents/index.ts'
import { advanceImportJob } from './advance-job.ts'
import { publishArchive } from './imports.ts'
import { ownerCall } from './owner.ts'
import { proposeParts } from './propose-parts.ts'
import { addFiles, deleteFile, type FileRow, findFile, lockFile, updateFile } from './queries/files.ts'
import { lockImport, updateImport } from './queries/imports.ts'
import { customerBefore, sheetsIn } from './sheets/sheet-codes.ts'
import { storeWhole } from './store-whole.ts'

export const splitStackJob = defineJob({
  name: 'split-archive-stack',
  payload: z.object({ fileId: z.uuid() }),
  retry: { limit: 3000, delaySeconds: 1, maxDelaySeconds: 30 },
  expireSeconds: 3600,
})

/** What the pages of a file say about where its certificates begin, and whose they are. */
export const readStack = (
  services: Services,
  businessId: string,
  { id, version }: { id: string; version: number },
) =>
  services.database.transact(
    systemActor,
    async (tx) => {
      const readings = await listReadings(tx, id, version)
      const sheets = await sheetsIn(services, tx, businessId, readings)
      return { ...proposeParts(readings, (page) => sheets.has(page)), sheets }
    },
    { readOnly: true },
  )

/** The file is no certificate anymore, so it leaves every list; an import that was done goes on. */
export async function beginSplit(
  { jobs, clock }: Services,
  tx: Transaction,
  file: FileRow,
  parts: readonly ArchivePart[],
): Promise<void> {
  await updateFile(tx, file.id, {
    status: 'splitting',
    question: null,
    question_rank: 0,
    text: null,
    parts: parts.flatMap(({ from, to }) => [from, to]),
  })
  const row = await lockImport(tx, file.import_id)
  if (row?.status === 'done') {
    await updateImport(tx, row.id, { status: 'running', done_at: null, updated_at: clock.now() })
  }
  await jobs.enqueue(tx, splitStackJob, { fileId: file.id })
}

/** Runs again after it was killed: parts that are stored already are found by their names and sizes. */
export async function splitStack(services: Services, id: string, signal: AbortSignal): Promise<void> {
  const { database, files, sandbox, clock, jobs } = services
  const found = await database.transact(
    systemActor,
    async (tx) => {
      const file = await findFile(tx, id)
      const owner = file && (await ownerCall(tx, file.import_id))
      const document =
        owner && file.document_id ? await findOwnDocument(tx, owner.actor.id, file.document_id) : undefined
      return file?.status === 'splitting' && document ? { file, document } : undefined
    },
    { readOnly: true },
  )
  if (!found) return
  const { file, document } = found
  const parts = pairsOf(file.parts ?? [])
  const stored = await files.get({
    documentId: document.id,
    rendition: 'redacted',
    version: document.version,
  })
  const pieces = await sandbox.split(await buffer(stored.stream), parts, signal)
  const { sheets } = await readStack(services, file.business_id, document)
  for (const [at, part] of parts.entries()) {
    signal.throwIfAborted()
    const bytes = pieces[at]
    const customerId = customerBefore(sheets, part.from)?.id
    if (bytes && !(await addPart(services, file, { ...part, customerId }, bytes)))
      return askAgain(services, id)
  }
  await database.transact(systemActor, async (tx) => {
    const current = await lockFile(tx, id)
    if (current?.status !== 'splitting') return
    await shredDocument(services, tx, document.id)
    await deleteFile(tx, id)
    await updateImport(tx, file.import_id, { updated_at: clock.now() })
    await jobs.enqueue(tx, advanceImportJob, { importId: file.import_id })
    publishArchive(tx, file.business_id, file.import_id)
  })
}

const pairsOf = (pages: readonly number[]): ArchivePart[] =>
  pages.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: pages[at + 1] ?? from }] : []))

/** What was canceled gets no more files. */
async function addPart(
  services: Services,
  stack: FileRow,
  { from, to, customerId }: ArchivePart & { customerId: string | undefined },
  bytes: Uint8Array,
): Promise<boolean> {
  const at = services.clock.now()
  const pages = from === to ? `page ${from}` : `pages ${from}-${to}`
  const row = await services.database.transact(systemActor, async (tx) => {
    const open = await lockImport(tx, stack.import_id)
    if (open?.status === 'cancelled') return undefined
    const part = {
      id: timeOrderedId(at),
      path: `${stack.path.replace(/\.[^./]*$/, '')}, ${pages}.pdf`.slice(-archiveLimits.pathLength),
      sizeBytes: bytes.length,
      modifiedAt: stack.modified_at.toISOString(),
      status: 'arriving' as const,
      text: null,
    }
    const scope = { importId: stack.import_id, businessId: stack.business_id }
    const [added] = await addFiles(tx, scope, [part], at)
    if (added && customerId) await updateFile(tx, added.id, { sheet_customer_id: customerId })
    return added
  })
  if (row?.status === 'arriving') await storeWhole(services, row, only(bytes))
  return row !== undefined
}

/** The import was canceled meanwhile: the stack stays whole, and its question open. */
const askAgain = ({ database }: Services, id: string): Promise<void> =>
  database.transact(systemActor, async (tx) => {
    const current = await lockFile(tx, id)
    if (current?.status !== 'splitting') return
    await updateFile(tx, id, { status: 'look', question: 'split', question_rank: 3, parts: null })
    publishArchive(tx, current.business_id, current.import_id)
  })

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes
}
