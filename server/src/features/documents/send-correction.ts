import type { SentCorrection } from '@exempta/contract/documents/files'
import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { sendCorrection } from '../sharing/index.ts'
import { publishToOwner } from './document-events.ts'
import { isOwner } from './policy.ts'
import { lockDocument } from './queries/documents.ts'
import { findVersion } from './queries/versions.ts'

/** Nobody gets a corrected version before its owner has seen what is hidden: the version is the one on the page. */
export async function sendCorrectedDocument(
  services: Services,
  call: Call,
  { id, version }: { id: string; version: number },
): Promise<SentCorrection> {
  const person = personOf(call)
  return services.database.transact(person, async (tx) => {
    const document = await lockDocument(tx, id)
    if (!document || !isOwner(person, document)) throw new AppError('not-found')
    if (document.status !== 'processed') throw new AppError('not-processed')
    if (document.needs_check) throw new AppError('needs-check')
    if (document.version !== version) {
      throw new AppError('conflict', { text: 'This document has changed. Look at the new version.' })
    }
    if (await findVersion(tx, id, version + 1)) {
      throw new AppError('conflict', {
        text: 'We’re still making the new version of this document. Send it when it’s ready.',
      })
    }
    const outcome = await sendCorrection(services, tx, call, document)
    publishToOwner(tx, person.id, id)
    return outcome
  })
}
