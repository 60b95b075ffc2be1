import { systemActor } from '../../../platform/db/actor.ts'
import { signal } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { type DocumentRow, noteProgress } from '../queries/documents.ts'

interface Progress {
  page: number
  pageCount: number
}

/** Writes down how far a document is and tells its owner; pages that come faster than that are passed over. */
export function progressTeller({ database, log }: Services, document: DocumentRow) {
  let next: Progress | undefined
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (next) {
      const progress = next
      next = undefined
      await database.transact(systemActor, async (tx) => {
        await noteProgress(tx, document.id, progress)
        const payload = { documentId: document.id, ...progress }
        await signal(tx, `person:${document.owner_id}`, 'documentProgress', payload)
      })
    }
  }

  return {
    tell(progress: Progress): void {
      next = progress
      writing ??= write()
        .catch((error: unknown) => log.warn({ err: error }, 'progress not told'))
        .finally(() => {
          writing = undefined
        })
    },
    /** Nothing is written after this. */
    async done(): Promise<void> {
      next = undefined
      await writing
    },
  }
}
