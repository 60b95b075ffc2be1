import {
  type BusinessEvidence,
  EvidenceForm,
  evidenceMissing,
  type evidenceTypes,
} from '@exempta/contract/businesses/administration'
import { businessLimits } from '@exempta/contract/businesses/limits'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import type { FileIdentity } from '../../../platform/crypto/wrap-key.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { UploadPart } from '../../../platform/http/read-upload.ts'
import type { FileAnswer, RecordOpening } from '../../../platform/http/send-file.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import { maskText } from '../../../platform/mask-text.ts'
import type { DataContributor } from '../../../platform/personal-data.ts'
import { publish } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { limits } from '../limits.ts'
import { changeBusiness } from './businesses.ts'
import { findAdministeredBusiness } from './queries/businesses.ts'
import {
  deleteEvidence,
  type EvidenceRow,
  findEvidence,
  insertEvidence,
  listEvidence,
  listEvidenceBy,
} from './queries/evidence.ts'

type EvidenceType = (typeof evidenceTypes)[number]

interface SentEvidence {
  note: string
  file: { untrustedName: string; content: Buffer } | undefined
}

/** Reads the whole form into memory, like a résumé: it is small, and its type is known only from its content. */
export async function readEvidence(parts: AsyncIterable<UploadPart>): Promise<SentEvidence> {
  const fields: Record<string, string> = {}
  let file: SentEvidence['file']
  for await (const part of parts) {
    if (part.kind === 'field') {
      fields[part.name] = part.value
      continue
    }
    if (part.field !== 'file') throw wrong('file', 'Please attach one file')
    const pieces: Buffer[] = []
    let sizeBytes = 0
    for await (const piece of part.content as AsyncIterable<Buffer>) {
      sizeBytes += piece.length
      if (sizeBytes > businessLimits.evidenceMaxBytes)
        throw wrong('file', 'Please choose a file of at most 10 MB')
      pieces.push(piece)
    }
    if (sizeBytes > 0) file = { untrustedName: part.untrustedName, content: Buffer.concat(pieces) }
  }
  const form = EvidenceForm.safeParse(fields)
  if (!form.success) throw wrong('note', form.error.issues[0]?.message ?? evidenceMissing)
  if (form.data.note === '' && !file) throw wrong('note', evidenceMissing)
  return { note: form.data.note, file }
}

const wrong = (path: string, message: string) =>
  new AppError('invalid-input', { fields: [{ path, message }] })

const starts: readonly [type: EvidenceType, mark: Buffer, ending: string][] = [
  ['application/pdf', Buffer.from('%PDF-'), '.pdf'],
  ['image/jpeg', Buffer.from('ffd8ff', 'hex'), '.jpg'],
  ['image/png', Buffer.from('89504e47', 'hex'), '.png'],
]

// Control characters and invisible ones that change the direction of the surrounding text.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const nameLength = 120

/** The type comes from the content, and the name gets the extension of that type. */
function describeFile({ untrustedName, content }: NonNullable<SentEvidence['file']>) {
  const found = starts.find(([, mark]) => content.subarray(0, mark.length).equals(mark))
  if (!found) throw wrong('file', 'Please choose a PDF, JPG or PNG file')
  const [type, , ending] = found
  const last = untrustedName.toWellFormed().normalize('NFC').replace(invisible, '').split(/[/\\]/).at(-1)
  const stem = (last ?? '').replace(/\.(?:pdf|jpe?g|png)$/i, '').replace(/^[. ]+|[. ]+$/g, '')
  const name = maskText([...stem].slice(0, nameLength).join('') || 'Evidence').text + ending
  return { file_name: name, file_type: type, file_bytes: content.length }
}

const evidenceFile = (id: string): FileIdentity => ({ documentId: id, rendition: 'evidence', version: 1 })

const asEvidence = (row: EvidenceRow): BusinessEvidence => ({
  id: row.id,
  note: row.note,
  file:
    row.file_name !== null && row.file_type !== null && row.file_bytes !== null
      ? { name: row.file_name, type: row.file_type, sizeBytes: row.file_bytes }
      : null,
  addedBy: row.administrator,
  addedAt: row.added_at.toISOString(),
})

export async function getEvidence(
  { database }: Services,
  call: Call,
  id: string,
): Promise<BusinessEvidence[]> {
  const rows = await database.transact(
    personOf(call),
    async (tx) => {
      if (!(await findAdministeredBusiness(tx, id))) throw new AppError('not-found')
      return listEvidence(tx, id)
    },
    { readOnly: true },
  )
  return rows.map(asEvidence)
}

export async function addEvidence(
  services: Services,
  call: Call,
  businessId: string,
  { note, file }: SentEvidence,
): Promise<BusinessEvidence> {
  const at = services.clock.now()
  const id = timeOrderedId(at)
  const described = file && describeFile(file)
  const draft = file && (await services.files.put(evidenceFile(id), file.content))
  let isPublished = false
  try {
    const row = await changeBusiness(services, call, businessId, async (tx) => {
      if ((await listEvidence(tx, businessId)).length >= limits.evidencePerBusiness) {
        throw new AppError('conflict', { text: 'There are too many notes and files. Delete some first.' })
      }
      await insertEvidence(tx, {
        id,
        business_id: businessId,
        note: maskText(note).text,
        ...described,
        added_by: personOf(call).id,
        added_at: at,
      })
      if (draft) await services.files.publish(tx, draft)
      await recordAct(services, tx, call, 'create', { id: businessId, evidenceId: id })
      return findEvidence(tx, { id: businessId, evidenceId: id })
    })
    isPublished = true
    if (!row) throw new AppError('not-found')
    return asEvidence(row)
  } finally {
    if (draft && !isPublished) await services.files.discard(draft)
  }
}

interface WhichEvidence {
  id: string
  evidenceId: string
}

export const removeEvidence = (services: Services, call: Call, which: WhichEvidence): Promise<void> =>
  changeBusiness(services, call, which.id, async (tx) => {
    if (!(await findEvidence(tx, which))) throw new AppError('not-found')
    await shredEvidence(services, tx, which.evidenceId)
    await recordAct(services, tx, call, 'remove', which)
  })

async function shredEvidence({ files }: Services, tx: Transaction, id: string): Promise<void> {
  await files.destroy(tx, { documentId: id })
  await deleteEvidence(tx, id)
}

/** Call before a business is deleted: the files’ keys are not deleted by a foreign key. */
export async function shredEvidenceOf(services: Services, tx: Transaction, businessId: string) {
  for (const { id } of await listEvidence(tx, businessId)) await shredEvidence(services, tx, id)
}

async function recordAct(
  { clock }: Services,
  tx: Transaction,
  call: Call,
  act: 'create' | 'remove' | 'download',
  { id, evidenceId }: WhichEvidence,
): Promise<void> {
  await recordAudit(tx, call, {
    at: clock.now(),
    action: `business-evidence.${act}`,
    target: { kind: 'business', id },
    details: { evidence: evidenceId },
  })
  if (act !== 'download') publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
}

/** Always a download, never displayed: the file is exactly as it was sent. */
export async function downloadEvidence(
  services: Services,
  call: Call,
  which: WhichEvidence,
): Promise<FileAnswer<EvidenceType, RecordOpening>> {
  const { database, files } = services
  const person = personOf(call)
  const row = await database.transact(person, (tx) => findEvidence(tx, which), { readOnly: true })
  if (!row?.file_name || !row.file_type) throw new AppError('not-found')
  const { sizeBytes, stream } = await files.get(evidenceFile(row.id))
  return {
    name: row.file_name,
    contentType: row.file_type,
    sizeBytes,
    content: stream,
    recordOpening: () => database.transact(person, (tx) => recordAct(services, tx, call, 'download', which)),
  }
}

/** Exports the notes that an administrator wrote; the files are about the businesses. */
export const evidenceData: DataContributor = async function* ({ database }, person) {
  const rows = await database.transact(systemActor, (tx) => listEvidenceBy(tx, person.id), { readOnly: true })
  if (rows.length > 0) yield { path: 'business-evidence.json', value: rows }
}
