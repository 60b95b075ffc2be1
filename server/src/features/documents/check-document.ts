/** Check before sharing: the owner decides about each area where a secret was expected and not found. */
import type { AreaResolution, Box, Document, Quad, UncertainArea } from '@exempta/contract/documents'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, type PersonActor, personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { askToSendCorrection } from '../sharing/index.ts'
import { blackOutJob, publishToOwner } from './document-events.ts'
import { isOwner } from './policy.ts'
import { type DocumentRow, lockDocument, updateDocument } from './queries/documents.ts'
import { listUncertainAreas, resolveUncertainArea, type UncertainAreaRow } from './queries/uncertain-areas.ts'
import { findVersion, insertVersion } from './queries/versions.ts'
import { asDocument, asUncertainArea } from './read-documents.ts'

export interface AreaDecision {
  id: string
  version: number
  area: number
  /** The decision that the page shows. */
  shown: AreaResolution | null
  resolution: AreaResolution
}

/** Refused as a conflict when another tab has decided differently since the page was loaded. */
export async function decideArea(
  services: Services,
  call: Call,
  { id, version, area, shown, resolution }: AreaDecision,
): Promise<UncertainArea> {
  const person = personOf(call)
  return services.database.transact(person, async (tx) => {
    await requireOpenCheck(tx, person, id, version)
    const known = (await listUncertainAreas(tx, id, version)).find(({ position }) => position === area)
    if (!known) throw new AppError('not-found')
    if (known.resolution === resolution) return asUncertainArea(known)
    const at = services.clock.now()
    const place = { documentId: id, version, position: area }
    const decided = await resolveUncertainArea(tx, place, { shown, resolution }, at)
    if (!decided) throw conflict('You made a choice for this area in another window. Take another look.')
    publishToOwner(tx, person.id, id)
    return asUncertainArea(decided)
  })
}

/**
 * Releases the document when nothing is to be hidden. Otherwise asks for a version without the areas to hide: the
 * document is released with it, if it passes the second reading.
 */
export async function finishCheck(
  services: Services,
  call: Call,
  { id, version }: { id: string; version: number },
): Promise<Document> {
  const person = personOf(call)
  return services.database.transact(person, async (tx) => {
    const document = await requireOpenCheck(tx, person, id, version)
    const areas = await listUncertainAreas(tx, id, version)
    if (areas.some(({ resolution }) => resolution === null)) {
      throw new AppError('needs-check', { text: 'Make a choice for every outlined area first.' })
    }
    const toHide = areas.filter(({ resolution }) => resolution === 'hidden')
    const at = services.clock.now()
    const released =
      toHide.length === 0 ? await updateDocument(tx, id, { needs_check: false, updated_at: at }) : document
    if (toHide.length > 0) await askToHide(services, tx, document, toHide)
    else await askToSendCorrection(services, tx, released)
    await recordAudit(tx, call, {
      at,
      action: 'document.check',
      target: { kind: 'document', id },
      details: { version, hidden: toHide.length, fine: areas.length - toHide.length },
    })
    publishToOwner(tx, person.id, id)
    return asDocument(released)
  })
}

/** Locks the document. Until the transaction ends no other tab decides, finishes the check or blacks out more. */
async function requireOpenCheck(
  tx: Transaction,
  person: PersonActor,
  id: string,
  version: number,
): Promise<DocumentRow> {
  const document = await lockDocument(tx, id)
  if (!document || !isOwner(person, document)) throw new AppError('not-found')
  if (!document.needs_check) throw conflict('This document has already been checked.')
  if (document.version !== version) throw conflict('This document has changed. Look at the new version.')
  if (await findVersion(tx, id, version + 1)) {
    throw conflict('We’re still making the new version of this document. Continue when it’s ready.')
  }
  return document
}

const conflict = (text: string) => new AppError('conflict', { text })

async function askToHide(
  { clock, jobs }: Services,
  tx: Transaction,
  { id: documentId, owner_id, version }: DocumentRow,
  areas: readonly UncertainAreaRow[],
): Promise<void> {
  const next = version + 1
  await insertVersion(tx, documentId, next, areas.map(boxAround), clock.now(), true)
  await jobs.enqueue(tx, blackOutJob, { documentId, version: next }, { fairnessKey: owner_id })
}

/** Upright, and at least as wide and high as can be seen. */
function boxAround({ page, quad }: { page: number; quad: Quad }): Box {
  const across = rangeOf(quad.map(([x]) => x))
  const down = rangeOf(quad.map(([, y]) => y))
  return { page, x: across.start, y: down.start, width: across.length, height: down.length }
}

const minLength = 0.005

function rangeOf(values: readonly number[]): { start: number; length: number } {
  const length = Math.max(minLength, Math.max(...values) - Math.min(...values))
  const start = Math.min(Math.min(...values), 1 - length)
  return { start, length }
}
