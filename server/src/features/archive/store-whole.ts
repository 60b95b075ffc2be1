/** Stores what is read from a ZIP file or a stack in pieces like those of a browser, so that everything after is the same. */
import { archiveLimits } from '@exempta/contract/archive/limits'
import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { addReceived, type FileRow } from './queries/files.ts'
import { goOnWith, wholeStatus } from './whole-file.ts'

/** Goes on after what was stored before the job was killed. */
export async function storeWhole(
  { database, files, jobs }: Services,
  row: FileRow,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  let at = 0
  for await (const piece of inPieces(content)) {
    const begin = at
    at += piece.length
    if (at <= row.received_bytes) continue
    // Otherwise a large ZIP file would fill the disk. Its job waits and goes on here.
    await files.requireFreeSpace()
    const draft = await files.put({ documentId: row.id, rendition: `piece-${begin}`, version: 1 }, piece)
    let isPublished = false
    try {
      await database.transact(systemActor, async (tx) => {
        const isWhole = at === row.size_bytes
        const status = isWhole ? wholeStatus(row) : 'arriving'
        if (!(await addReceived(tx, { id: row.id, at: begin, bytes: piece.length, status }))) return
        await files.publish(tx, draft)
        if (isWhole) await goOnWith(jobs, tx, row)
        isPublished = true
      })
    } finally {
      if (!isPublished) await files.discard(draft)
    }
  }
}

async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, void> {
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    let rest = chunk
    while (bytes + rest.length >= archiveLimits.pieceBytes) {
      const missing = archiveLimits.pieceBytes - bytes
      yield Buffer.concat([...held, rest.subarray(0, missing)])
      rest = rest.subarray(missing)
      held = []
      bytes = 0
    }
    held.push(rest)
    bytes += rest.length
  }
  if (bytes > 0) yield Buffer.concat(held)
}
