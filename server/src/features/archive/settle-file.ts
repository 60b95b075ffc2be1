/**
 * Sorts a file that was read: what is beyond doubt is confirmed, added and verified by itself; everything else waits for
 * an answer, or is said to be something else.
 */
import type { ArchivePart, ArchiveQuestion } from '@exempta/contract/archive'
import {
  type DocumentReading,
  notACertificateTexts,
  type ReadCertificate,
} from '@exempta/contract/certificates'
import { AppError } from '../../platform/app-error.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { confirmExemption, getReading } from '../certificates/index.ts'
import { asDocument, type DocumentRow, findOwnDocument, shredDocument } from '../documents/index.ts'
import { verifyAdded } from '../review/index.ts'
import { addToBusiness } from '../sharing/index.ts'
import { publishArchive } from './imports.ts'
import { ownerCall } from './owner.ts'
import type { Proposal } from './propose-parts.ts'
import {
  type FileRow,
  findFile,
  findSameCertificate,
  findShare,
  hasSuggestions,
  lockFile,
  updateFile,
} from './queries/files.ts'
import { findOrigin } from './queries/imports.ts'
import { beginSplit, readStack } from './split-stack.ts'

/** Quick answers first. */
const rankOf: Record<ArchiveQuestion, number> = { customer: 1, confirm: 2, split: 3, fill: 3, check: 4 }

type Change = Parameters<typeof updateFile>[2]

/** Its certificates become files of their own. */
interface Stack {
  split: ArchivePart[]
}

/** It was scanned before. */
interface Again {
  sameAs: string
}

const ask = (question: ArchiveQuestion, text: string | null = null): Change => ({
  status: 'look',
  question,
  question_rank: rankOf[question],
  text,
})

/** A person says that a stack is none. */
export const asOneCertificate: Change = ask('fill')

/** Nothing happens to a file that isn't being read, or waits for no answer. */
export async function settleFile(services: Services, id: string): Promise<void> {
  const { database } = services
  const found = await database.transact(
    systemActor,
    async (tx) => {
      const file = await findFile(tx, id)
      const owner = file && (await ownerCall(tx, file.import_id))
      const document =
        owner && file?.document_id ? await findOwnDocument(tx, owner.actor.id, file.document_id) : undefined
      return file && owner ? { file, owner, document } : undefined
    },
    { readOnly: true },
  )
  if (!found) return
  const { file, owner, document } = found
  if (document?.status === 'processing') return
  const change = await outcomeOf(services, owner, file, document)
  if (change === 'certain') return addCertificate(services, owner, { file, documentId: document?.id ?? '' })
  await services.database.transact(systemActor, async (tx) => {
    if (!('split' in change || 'sameAs' in change)) return settle(services, tx, file, document, change)
    const current = await lockFile(tx, file.id)
    if (!current || current.document_id !== file.document_id) return
    if ('split' in change) return beginSplit(services, tx, current, change.split)
    await settle(services, tx, file, document, {
      status: 'duplicate',
      text: `The same certificate as ${change.sameAs}, scanned again.`,
    })
    if (document) await shredDocument(services, tx, document.id)
  })
}

async function outcomeOf(
  services: Services,
  owner: Call,
  file: FileRow,
  document: DocumentRow | undefined,
): Promise<Change | Stack | Again | 'certain'> {
  if (!document) return { status: 'refused', text: 'It was deleted.' }
  if (document.status !== 'processed') {
    const text = asDocument(document).failure?.text ?? null
    return document.is_card
      ? { status: 'other', text: notACertificateTexts['payment-card'] }
      : { status: 'refused', text }
  }
  if (document.needs_check) return ask('check')
  const reading = await getReading(services, owner, document.id)
  if (reading.confirmed) return 'certain'
  const stack = await readStack(services, file.business_id, document)
  if (stack.sheets.size > 0) {
    if (stack.parts.length === 0) return { status: 'other', text: 'This is a separator sheet.' }
    return stack.isCertain ? { split: stack.parts } : ask('split')
  }
  if (reading.notACertificate) return { status: 'other', text: notACertificateTexts[reading.notACertificate] }
  return decideReading(services, owner, { file, document, stack }, reading)
}

async function decideReading(
  services: Services,
  owner: Call,
  { file, document, stack }: { file: FileRow; document: DocumentRow; stack: Proposal },
  { certificates }: DocumentReading,
): Promise<Change | Stack | Again | 'certain'> {
  const { id, version } = document
  const [certificate, ...others] = certificates
  if (!certificate) return ask('fill')
  const { parts, isCertain } = stack
  if (parts.length > 1 && (others.length > 0 || !certificate.form))
    return isCertain ? { split: parts } : ask('split')
  if (certificate.isEmpty) return { status: 'other', text: 'This is a blank form. Nothing is filled in.' }
  const { suggestion, notes } = certificate
  const { purchaser, hasSignature, states } = suggestion
  if (purchaser === null || hasSignature === null || states.length === 0) return ask('fill')
  if (!certificate.isSure) return ask('confirm', notes[0]?.text ?? null)
  const same = await sameCertificate(services, file, document, { ...suggestion, purchaser })
  if (same) return { sameAs: same.path }
  try {
    await confirmExemption(services, owner, {
      ...suggestion,
      purchaser,
      hasSignature,
      id,
      version,
      pages: certificate.pages,
      shown: null,
    })
    return 'certain'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Another worker has confirmed it.
    if (error.code === 'conflict') return 'certain'
    if (error.code === 'invalid-input') return ask('fill', error.message)
    throw error
  }
}

/** Without a date and a number, two certificates of a customer can look alike. What was emailed stays, whoever sent it. */
function sameCertificate(
  { database }: Services,
  file: FileRow,
  { page_count: pageCount }: DocumentRow,
  { form, purchaser, seller, signedOn, states }: SureReading,
): Promise<{ path: string } | undefined> {
  return database.transact(
    systemActor,
    async (tx) => {
      const isIdentified =
        signedOn !== null && pageCount !== null && states.some(({ number }) => number !== null)
      if (!isIdentified || (await findOrigin(tx, file.import_id)) !== 'business') return undefined
      return findSameCertificate(tx, file, { form, purchaser, seller, signedOn, states, pageCount })
    },
    { readOnly: true },
  )
}

type SureReading = ReadCertificate['suggestion'] & { purchaser: string }

/** Of a certificate that was confirmed, by itself or by a person. */
export async function addCertificate(
  services: Services,
  owner: Call,
  { file, documentId }: { file: FileRow; documentId: string },
): Promise<void> {
  const { business_id: businessId } = file
  await services.database.transact(systemActor, async (tx) => {
    const isEmailed = (await findOrigin(tx, file.import_id)) === 'email'
    await addToBusiness(services, tx, owner, { documentId, businessId, isEmailed })
    const share = await findShare(tx, documentId, businessId)
    if (!share) throw new AppError('not-found')
    if ((await lockFile(tx, file.id))?.share_id === null) {
      await services.hooks.run(tx, 'certificateAdded', { importId: file.import_id, shareId: share.id })
    }
    // The business reviews what others email like everything that others send.
    const isTaken = isEmailed || share.status === 'verified' || (await verifyAdded(services, tx, documentId))
    const change: Change = !isTaken
      ? ask('confirm', 'Look at it before you rely on it.')
      : (await hasSuggestions(tx, share.id))
        ? ask('customer')
        : { status: 'ready', text: null, question: null, question_rank: 0 }
    const ownerId = owner.actor.kind === 'person' ? owner.actor.id : ''
    const document = await findOwnDocument(tx, ownerId, documentId)
    await settle(services, tx, file, document, { ...change, share_id: share.id })
  })
}

async function settle(
  { clock }: Services,
  tx: Transaction,
  file: FileRow,
  document: DocumentRow | undefined,
  change: Change,
): Promise<void> {
  const current = await lockFile(tx, file.id)
  if (!current || current.document_id !== file.document_id) return
  await updateFile(tx, file.id, {
    question: null,
    question_rank: 0,
    ...change,
    pages: document?.page_count ?? 0,
    settled_at: current.settled_at ?? clock.now(),
  })
  publishArchive(tx, file.business_id, file.import_id)
}
