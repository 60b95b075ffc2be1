import type { CardSide } from '@exempta/contract/documents'
import type { UploadedFile } from '@exempta/contract/documents/files'
import { personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { HeldBytes } from '../../../platform/held-bytes.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import { redactCard } from '../../../platform/sandbox/redact-card.ts'
import type { Slot } from '../../../platform/upload-slots.ts'
import { deliverCorrection } from '../../sharing/index.ts'
import { publishToOwner } from '../document-events.ts'
import { findDuplicate } from '../queries/documents.ts'
import { insertVersion } from '../queries/versions.ts'
import {
  cardColumns,
  discardResult,
  type Released,
  recordResult,
  resultColumns,
  stageResult,
} from '../results/stage-result.ts'
import { acceptDocument, asUploaded, firstVersion, type IncomingFile } from './accept-document.ts'
import { safeName } from './safe-name.ts'
import type { ArrivingFile } from './take-document.ts'
import { UploadRefused } from './untrusted-content.ts'
import type { UploadContext } from './upload-context.ts'

/** Keeps the photo only in memory: nothing is written before it is redacted. */
export async function takeCard(
  context: UploadContext,
  { untrustedName, content, options, side }: ArrivingFile & { side: CardSide },
  place: Slot,
): Promise<UploadedFile> {
  const { services, call } = context
  const person = personOf(call)
  const held = new HeldBytes()
  try {
    for await (const piece of content) held.add(piece)
    place.bodyArrived()
    const untrustedBytes = held.join()
    const contentHash = content.hash()
    const known = await services.database.transact(person, (tx) =>
      findDuplicate(tx, person.id, contentHash, side),
    )
    if (known && !options.again) return asUploaded(known, false)
    const result = await redactCard(services, untrustedBytes, side, context.signal)
    if (result.verdict === 'refused') throw new UploadRefused(result.code, result.text)
    const at = services.clock.now()
    return await storeCard(context, result, {
      id: timeOrderedId(at),
      ownerId: person.id,
      name: safeName(untrustedName, content.type),
      type: content.type,
      sizeBytes: content.sizeBytes,
      contentHash,
      side,
      options,
      corrects: context.corrects,
      at,
    })
  } finally {
    held.erase()
  }
}

async function storeCard(
  { services, call }: UploadContext,
  result: Released,
  file: IncomingFile,
): Promise<UploadedFile> {
  const { id: documentId, type, at } = file
  const version = firstVersion(file)
  const staged = await stageResult(services, { documentId, type, version, result, earlier: [] })
  let isPublished = false
  try {
    // Only the system may write results. The owner's lock and quotas still apply.
    const { row, isNew } = await services.database.transact(systemActor, async (tx) => {
      const columns = { ...resultColumns(staged, at), ...cardColumns(staged) }
      const accepted = await acceptDocument(services, tx, call, file, columns)
      if (!accepted.isNew) return accepted
      await insertVersion(tx, documentId, version, [], at)
      await recordResult(services, tx, staged)
      if (!accepted.row.needs_check) await deliverCorrection(services, tx, call, accepted.row)
      publishToOwner(tx, file.ownerId, documentId)
      return accepted
    })
    isPublished = isNew
    return asUploaded(row, isNew)
  } finally {
    if (!isPublished) await discardResult(services, staged)
  }
}
