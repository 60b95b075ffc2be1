/** What a manager looks at and answers, one file and one question at a time. */
import {
  type ArchiveFile,
  type ArchiveFileDetails,
  ArchiveList,
  type ArchivePart,
  type confirmArchiveFile as confirmContract,
} from '@exempta/contract/archive'
import { suggestionWords } from '@exempta/contract/customers'
import type { AreaResolution } from '@exempta/contract/documents'
import type { PageQuery } from '@exempta/contract/paging'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import { confirmExemption, getReading } from '../certificates/index.ts'
import { acceptSuggestion, listSuggestions, refuseSuggestion } from '../customers/index.ts'
import {
  decideArea,
  findOwnDocument,
  finishCheck,
  listUncertainAreas,
  openPagePicture,
  shredDocument,
} from '../documents/index.ts'
import { verifyReceived } from '../review/index.ts'
import { publishArchive } from './imports.ts'
import { requireFile } from './owner.ts'
import {
  deleteFile,
  type FilePosition,
  filePage,
  findListed,
  findShare,
  type ListedFile,
  lockFile,
  updateFile,
} from './queries/files.ts'
import { findImport, lockImport } from './queries/imports.ts'
import { addCertificate, asOneCertificate, settleFile } from './settle-file.ts'
import { customerBefore } from './sheets/sheet-codes.ts'
import { beginSplit, readStack } from './split-stack.ts'

const list = defineKeyset<FilePosition>('archive-files', z.tuple([z.int(), z.uuid()]))

export function listFiles(
  { database, clock }: Services,
  call: Call,
  { id: importId, list: wanted, cursor, limit }: PageQuery & { id: string; list: ArchiveList },
) {
  const member = memberOf(call)
  const position = list.read(cursor)
  return database.transact(
    member,
    async (tx) => {
      await requireMember(tx, member)
      if (!(await findImport(tx, importId, clock.now()))) throw new AppError('not-found')
      const rows = await filePage(tx, { importId, list: wanted }, position, limit + 1)
      const { items, nextCursor } = list.page(rows, limit, (row) => [row.question_rank, row.id])
      return { items: items.map(asFile), nextCursor }
    },
    { readOnly: true },
  )
}

const asFile = (row: ListedFile): ArchiveFile => ({
  id: row.id,
  path: row.path,
  sizeBytes: row.size_bytes,
  list: listOf(row),
  question: row.question,
  text: row.text,
  documentId: row.document_id,
  receivedId: row.share_id,
  customer: row.customer,
  states: row.states,
})

/** A file that isn't read yet is in no list. */
function listOf({ status }: ListedFile): ArchiveList {
  const list = ArchiveList.safeParse(status)
  if (!list.success) throw new AppError('not-found')
  return list.data
}

async function readListed({ database }: Services, call: Call, id: string): Promise<ArchiveFile> {
  const row = await database.transact(memberOf(call), (tx) => findListed(tx, id), { readOnly: true })
  if (!row) throw new AppError('not-found')
  return asFile(row)
}

export async function getFile(services: Services, call: Call, id: string): Promise<ArchiveFileDetails> {
  const { file, owner } = await requireFile(services, call, id)
  const shown = await readListed(services, call, id)
  const none = {
    version: 1,
    pageCount: 0,
    uncertainAreas: [],
    reading: null,
    proposedParts: null,
    notACertificate: null,
  }
  const about = { ...shown, importId: file.import_id, suggestions: [], ...none }
  const documentId = file.document_id
  if (documentId === null) return about
  const { document, areas } = await services.database.transact(
    owner.actor,
    async (tx) => {
      const document = await findOwnDocument(tx, owner.actor.id, documentId)
      const isOpen = document?.status === 'processed' && document.needs_check
      return { document, areas: isOpen ? await listUncertainAreas(tx, documentId, document.version) : [] }
    },
    { readOnly: true },
  )
  if (document?.status !== 'processed') return about
  const reading = await getReading(services, owner, documentId)
  return {
    ...about,
    version: document.version,
    pageCount: document.page_count ?? 0,
    uncertainAreas: areas
      .filter(({ resolution }) => resolution === null)
      .map(({ page, position, quad }) => ({ page, position, quad })),
    reading: document.needs_check ? null : reading,
    proposedParts:
      about.question === 'split' ? await proposedParts(services, file.business_id, document) : null,
    notACertificate: reading.notACertificate,
    suggestions: file.share_id ? await suggestionsFor(services, call, file.share_id) : [],
  }
}

async function proposedParts(
  services: Services,
  businessId: string,
  document: { id: string; version: number },
) {
  const { parts, sheets } = await readStack(services, businessId, document)
  return parts.map((part) => ({ ...part, customer: customerBefore(sheets, part.from)?.name ?? null }))
}

const suggestionsAtMost = 25

async function suggestionsFor(services: Services, call: Call, receivedId: string) {
  const { items } = await listSuggestions(services, call, { receivedId, limit: suggestionsAtMost })
  // What a separator sheet names comes first: someone put it there.
  const isNamed = ({ reasons }: (typeof items)[number]) => reasons.includes('sheet')
  const inOrder = items.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
  return inOrder.map(({ id: suggestionId, customer, reasons }) => ({
    suggestionId,
    ...customer,
    reason: reasons.map((one) => suggestionWords[one]).join(', '),
  }))
}

export async function openPage(
  services: Services,
  call: Call,
  { id, page, version }: { id: string; page: number; version: number | undefined },
) {
  const { file, owner } = await requireFile(services, call, id)
  const documentId = file.document_id
  if (documentId === null) throw new AppError('not-found')
  const picture = await openPagePicture(services, owner, { id: documentId, page, version })
  return {
    ...picture,
    recordOpening: () =>
      services.database.transact(memberOf(call), (tx) =>
        recordAudit(tx, call, {
          at: services.clock.now(),
          action: 'document.view',
          target: { kind: 'document', id: documentId },
          details: { page },
        }),
      ),
  }
}

async function recordAnswer({ database, clock }: Services, call: Call, id: string, answer: string) {
  await database.transact(memberOf(call), (tx) =>
    recordAudit(tx, call, {
      at: clock.now(),
      action: 'archive.answer',
      target: { kind: 'archive-file', id },
      details: { answer },
    }),
  )
}

/** One decision for all places. What is hidden passes the second reading again before the file goes on. */
export async function checkFile(
  services: Services,
  call: Call,
  { id, version, resolution }: { id: string; version: number; resolution: AreaResolution },
): Promise<void> {
  const { file, owner } = await requireFile(services, call, id)
  const documentId = file.document_id
  if (documentId === null) throw new AppError('not-found')
  const areas = await services.database.transact(owner.actor, (tx) =>
    listUncertainAreas(tx, documentId, version),
  )
  for (const { position: area, resolution: shown } of areas) {
    await decideArea(services, owner, { id: documentId, version, area, shown, resolution })
  }
  await finishCheck(services, owner, { id: documentId, version })
  await recordAnswer(services, call, id, 'checked')
  await settleFile(services, id)
}

type Confirmed = RouteParsed<typeof confirmContract>['body'] & { id: string }

/** A person has looked at the page and says what it says, so the certificate is verified by that person. */
export async function confirmFile(
  services: Services,
  call: Call,
  { id, ...confirmed }: Confirmed,
): Promise<ArchiveFile> {
  const { file, owner } = await requireFile(services, call, id)
  const documentId = file.document_id
  if (documentId === null) throw new AppError('not-found')
  const { confirmed: stated } = await confirmExemption(services, owner, { ...confirmed, id: documentId })
  await addCertificate(services, owner, { file, documentId })
  const share = await services.database.transact(systemActor, (tx) =>
    findShare(tx, documentId, file.business_id),
  )
  if (share?.status === 'pending') {
    const { version } = confirmed
    await verifyReceived(services, call, [
      { id: share.id, version, confirmedAt: stated?.confirmedAt ?? null, seen: ['seller', 'signature'] },
    ])
    await addCertificate(services, owner, { file, documentId })
  }
  await recordAnswer(services, call, id, 'confirmed')
  return readListed(services, call, id)
}

/** The parts don't overlap; pages between them are left out. */
export async function splitFile(
  services: Services,
  call: Call,
  { id, version, parts }: { id: string; version: number; parts: readonly ArchivePart[] },
): Promise<void> {
  const { file, owner } = await requireFile(services, call, id)
  const documentId = file.document_id
  if (documentId === null) throw new AppError('not-found')
  await services.database.transact(systemActor, async (tx) => {
    const row = await lockImport(tx, file.import_id)
    const current = await lockFile(tx, id)
    const document = await findOwnDocument(tx, owner.actor.id, documentId)
    if (!row || !current || document?.version !== version || current.question !== 'split') {
      throw new AppError('conflict', { text: 'This was answered meanwhile.' })
    }
    if (row.status === 'cancelled') {
      throw new AppError('conflict', { text: 'This import was canceled. Add the file again to split it.' })
    }
    const isInOrder = parts.every(({ from, to }, at) => from <= to && from > (parts[at - 1]?.to ?? 0))
    if (!isInOrder || (parts.at(-1)?.to ?? 0) > (document.page_count ?? 0)) {
      throw new AppError('invalid-input', {
        fields: [{ path: 'parts', message: 'Please choose pages of this file, in their order' }],
      })
    }
    const [first] = parts
    const isWhole = first?.from === 1 && first.to === document.page_count
    if (isWhole) await updateFile(tx, id, asOneCertificate)
    else await beginSplit(services, tx, current, parts)
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'archive.answer',
      target: { kind: 'archive-file', id },
      details: { answer: 'split' },
    })
    publishArchive(tx, file.business_id, file.import_id)
  })
}

export async function chooseCustomer(
  services: Services,
  call: Call,
  { id, customerId }: { id: string; customerId: string | null },
): Promise<ArchiveFile> {
  const { file, owner } = await requireFile(services, call, id)
  if (file.share_id === null || file.document_id === null) throw new AppError('not-found')
  const suggestions = await suggestionsFor(services, call, file.share_id)
  if (customerId === null) {
    for (const { suggestionId } of suggestions) await refuseSuggestion(services, call, suggestionId)
  } else {
    const chosen = suggestions.find((suggestion) => suggestion.id === customerId)
    if (!chosen) throw new AppError('conflict', { text: 'This was answered meanwhile.' })
    await acceptSuggestion(services, call, chosen.suggestionId)
  }
  await recordAnswer(services, call, id, customerId === null ? 'own-customer' : 'same-customer')
  await addCertificate(services, owner, { file, documentId: file.document_id })
  return readListed(services, call, id)
}

/** Shreds the document, if there is one, with everything that rests on it. */
export async function removeFile(services: Services, call: Call, id: string): Promise<void> {
  const { file } = await requireFile(services, call, id)
  if (file.status === 'reading') {
    throw new AppError('conflict', { text: 'It’s being read. Delete it when that’s done.' })
  }
  await services.database.transact(systemActor, async (tx) => {
    const current = await lockFile(tx, id)
    if (!current) throw new AppError('not-found')
    if (current.document_id) await shredDocument(services, tx, current.document_id)
    await deleteFile(tx, id)
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'archive.remove',
      target: { kind: 'archive-file', id },
    })
    publishArchive(tx, file.business_id, file.import_id)
  })
}
