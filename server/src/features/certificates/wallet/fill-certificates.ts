/**
 * Fills in a certificate for each of several sellers, with the signature that its owner just made (0235). The results
 * are ordinary documents: they are processed and read, and their owner confirms and shares them.
 */

import type { fillCertificates as contract, FilledCertificate } from '@exempta/contract/certificates/fill'
import { dayMs } from '@exempta/contract/durations'
import { fieldWords } from '@exempta/contract/knowledge/blank-forms'
import type { RouteParsed } from '@exempta/contract/route'
import { NewShares } from '@exempta/contract/sharing'
import type { FieldName } from '@exempta/knowledge/terms'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { addDocuments, type MadeFile } from '../../documents/index.ts'
import { BlankRefused, entriesFor, inSandbox, listBlanks, readBlank } from '../../knowledge/index.ts'
import { shareWithin } from '../../sharing/index.ts'
import { blanksFor, obstacleTo, requireSource, type UsableBlank } from './fill-form.ts'
import { type FilledRow, insertFilled, listActive, listBatch } from './queries/fills.ts'

type Wanted = RouteParsed<typeof contract>['body'] & { id: string }

/** All sellers get their certificate, or none does. */
export async function fillCertificates(
  services: Services,
  call: Call,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<{ batchId: string }> {
  const person = personOf(call)
  const at = services.clock.now()
  const usable = await services.database.transact(
    person,
    async (tx) => {
      const { exemption } = await requireSource(tx, person, wanted.id)
      const blanks = blanksFor(exemption, await listBlanks(tx))
      const obstacle = obstacleTo(exemption, blanks.length)
      if (obstacle) throw new AppError('conflict', { text: obstacle })
      const active = await listActive(
        tx,
        wanted.sellers.flatMap(({ businessId }) => businessId ?? []),
      )
      const inactive = wanted.sellers.find(
        ({ businessId }) => businessId !== null && !active.includes(businessId),
      )
      if (inactive) {
        throw new AppError('recipient-not-active', {
          text: `${inactive.name} can’t receive documents right now. Nothing was filled in.`,
        })
      }
      return blanks.find(({ form }) => form.code === wanted.form)
    },
    { readOnly: true },
  )
  if (!usable) throw new AppError('not-found')
  requireValues(usable, wanted, at)
  const files = await fillEach(services, usable, wanted, signal)
  const batchId = timeOrderedId(at)
  await addDocuments(services, call, files, async (tx, ids) => {
    await insertFilled(
      tx,
      wanted.sellers.map(({ businessId, name }, i) => ({
        document_id: ids[i] as string,
        owner_id: person.id,
        batch_id: batchId,
        business_id: businessId,
        seller: name,
        source_id: wanted.id,
        form: wanted.form,
        signature: wanted.signature.kind,
        signed_at: at,
      })),
    )
    for (const id of ids) {
      await recordAudit(tx, call, {
        at,
        action: 'exemption.fill',
        target: { kind: 'document', id },
        details: { from: wanted.id, form: wanted.form, signature: wanted.signature.kind },
      })
    }
  })
  return { batchId }
}

// What the fonts of every PDF program can write.
const writable = /^[\x20-\x7e\xa1-\xff‘’“”–—…]*$/
const unwritable = 'Please use the letters and signs of an English keyboard'

type Problem = { path: string; message: string }

function requireValues({ form, blank }: UsableBlank, wanted: Wanted, at: Date): void {
  const problems: Problem[] = []
  const asks = (name: FieldName) => blank.zones.some(({ field }) => field === name)
  for (const name of form.required.filter(asks)) {
    const typed = wanted.values.filter((one) => one.name === name)
    if (typed.length > 0 && typed.every(({ value }) => value === null)) {
      problems.push({ path: name, message: `Please enter this. ${form.name} asks for it.` })
    }
  }
  for (const { name, value } of wanted.values) {
    if (value !== null && !writable.test(value)) problems.push({ path: name, message: unwritable })
  }
  for (const { name, address } of wanted.sellers) {
    if (!writable.test(name)) problems.push({ path: 'seller', message: unwritable })
    if (address !== null && !writable.test(address))
      problems.push({ path: 'seller-address', message: unwritable })
  }
  if (wanted.signature.kind === 'typed' && !writable.test(wanted.signature.text)) {
    problems.push({ path: 'signature', message: `${unwritable}, or draw your signature` })
  }
  if (wanted.signature.kind === 'drawn' && wanted.signature.strokes.flat().length < 2) {
    problems.push({ path: 'signature', message: 'Please draw your signature' })
  }
  // Nobody signs for another day; people in other time zones may be a day apart from ours.
  if (Math.abs(Date.parse(wanted.signedOn) - at.getTime()) > 1.5 * dayMs) {
    problems.push({ path: 'signed-on', message: 'Please sign with today’s date' })
  }
  if (problems.length > 0) throw new AppError('invalid-input', { fields: problems })
}

async function fillEach(
  services: Services,
  { form, blank }: UsableBlank,
  { values, reason, isBlanket, sellers, signedOn, signature }: Wanted,
  signal: AbortSignal,
): Promise<MadeFile[]> {
  const bytes = await readBlank(services, blank)
  const files: MadeFile[] = []
  for (const { name, address } of sellers) {
    const entries = entriesFor(form, blank.zones, {
      texts: [
        ...values,
        { name: 'seller', state: null, value: name },
        { name: 'seller-address', state: null, value: address },
        { name: 'signed-on', state: null, value: signedOn },
      ],
      reason,
      isBlanket,
      signature,
    })
    const { file, tooLong } = await inSandbox(() => services.sandbox.fill(bytes, entries, signal)).catch(
      (error: unknown) => {
        throw error instanceof BlankRefused ? new AppError('conflict', { text: error.message }) : error
      },
    )
    const long = tooLong.flatMap((index) => entries[index]?.field ?? [])
    if (long.length > 0) {
      throw new AppError('invalid-input', {
        fields: long.map((field) => ({
          path: field,
          message: `${fieldWords[field]} doesn’t fit on the form. Please shorten it.`,
        })),
      })
    }
    files.push({ name: `${form.name} for ${name}.pdf`, bytes: file })
  }
  return files
}

export async function listFilled({ database }: Services, call: Call, batchId: string) {
  const person = personOf(call)
  const rows = await database.transact(person, (tx) => listBatch(tx, person.id, batchId), { readOnly: true })
  if (rows.length === 0) throw new AppError('not-found')
  return { certificates: rows.map(asFilled) }
}

const asFilled = (row: FilledRow): FilledCertificate => ({
  document: {
    id: row.document_id,
    name: row.document_name,
    status: row.status,
    needsCheck: row.needs_check,
  },
  business: row.business_id === null ? null : { id: row.business_id, isActive: row.is_active },
  seller: row.seller,
  isConfirmed: row.is_confirmed,
  isShared: row.is_shared,
})

/** Each certificate goes to the seller that it was filled in for: all of them, or none. */
export async function shareFilled(
  services: Services,
  call: Call,
  { batchId, documentIds }: { batchId: string; documentIds: readonly string[] },
): Promise<{ sent: number }> {
  const person = personOf(call)
  return services.database.transact(person, async (tx) => {
    const rows = await listBatch(tx, person.id, batchId)
    let sent = 0
    for (const id of new Set(documentIds)) {
      const row = rows.find(({ document_id }) => document_id === id)
      if (!row) throw new AppError('not-found')
      if (row.status === 'processed' && !row.is_confirmed) {
        throw new AppError('conflict', { text: `Confirm what ${row.document_name} says first.` })
      }
      if (row.business_id === null) {
        throw new AppError('conflict', {
          text: `${row.seller} isn’t on Exempta. Download ${row.document_name} or share it by email.`,
        })
      }
      const shares = NewShares.parse({ documentIds: [id], businessIds: [row.business_id] })
      const { created, reopened } = await shareWithin(services, tx, call, shares)
      sent += created + reopened
    }
    return { sent }
  })
}
