/** What kind of government card a photo at the counter shows. */
import { cardPhotoField } from '@exempta/contract/coverage'
import { detectFileType } from '@exempta/contract/documents/file-types'
import { uploadRefusals } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'
import type { CardClass } from '@exempta/knowledge/terms'
import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import { HeldBytes } from '../../platform/held-bytes.ts'
import type { UploadPart } from '../../platform/http/read-upload.ts'
import { redactCard } from '../../platform/sandbox/redact-card.ts'
import type { Services } from '../../platform/services.ts'
import type { Slot } from '../../platform/upload-slots.ts'
import { requireMember } from '../businesses/index.ts'

interface ArrivingPhoto {
  parts: AsyncIterable<UploadPart>
  slot: Slot
  signal: AbortSignal
}

const unknown: CardClass = { program: 'unknown', line: 'unknown', billing: 'unknown' }

/** The photo is only held in memory: no row, file, log line or audit entry tells that there was a card. */
export async function readCard(
  services: Services,
  call: Call,
  { parts, slot, signal }: ArrivingPhoto,
): Promise<CardClass> {
  const member = memberOf(call)
  await services.database.transact(member, (tx) => requireMember(tx, member), { readOnly: true })
  const held = new HeldBytes()
  try {
    await receivePhoto(parts, held)
    slot.bodyArrived()
    const untrustedBytes = held.join()
    const type = detectFileType(untrustedBytes)
    if (type !== 'image/jpeg' && type !== 'image/png') throw wrongPhoto(uploadRefusals['not-a-picture'])
    const result = await redactCard(services, untrustedBytes, 'front', signal)
    if (result.verdict === 'refused') throw wrongPhoto(result.text)
    return result.pages[0]?.card ?? unknown
  } finally {
    held.erase()
  }
}

async function receivePhoto(parts: AsyncIterable<UploadPart>, held: HeldBytes): Promise<void> {
  for await (const part of parts) {
    if (part.kind !== 'file' || part.field !== cardPhotoField) throw wrongPhoto('Please choose a photo')
    for await (const piece of part.content as AsyncIterable<Buffer>) {
      held.add(piece)
      if (held.sizeBytes > documentLimits.uploadMaxBytes) throw wrongPhoto(uploadRefusals['too-large'])
    }
  }
  if (held.sizeBytes === 0) throw wrongPhoto('Please choose a photo')
}

const wrongPhoto = (message: string) =>
  new AppError('invalid-input', { fields: [{ path: cardPhotoField, message }] })
