/**
 * Stores files one after the other until it is killed, and acknowledges each on stdout after its commit. With a step
 * named, it kills itself there.
 */
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { systemClock } from '../clock.ts'
import { systemActor } from '../db/actor.ts'
import { openDatabase } from '../db/open-database.ts'
import { openFileStore } from './open-file-store.ts'

const { location, s3, dieAt } = JSON.parse(process.argv[2] ?? '')
const database = await openDatabase(location)
const files = await openFileStore(
  { database, clock: systemClock },
  { dataDir: location.dataDir, masterKeys: [], s3 },
)

function reached(step: string): void {
  if (step === dieAt) process.kill(process.pid, 'SIGKILL')
}

async function* contentOf(documentId: string, sizeBytes: number) {
  yield Buffer.alloc(sizeBytes / 2, documentId)
  reached('writing')
  yield Buffer.alloc(sizeBytes / 2, documentId)
}

for (;;) {
  const documentId = randomUUID()
  const sizeBytes = 36 * 2 * Math.ceil(Math.random() * 100_000)
  const draft = await files.put(
    { documentId, rendition: 'original', version: 1 },
    contentOf(documentId, sizeBytes),
  )
  reached('written')
  await database.transact(systemActor, async (tx) => {
    await files.publish(tx, draft)
    reached('published')
  })
  reached('committed')
  writeSync(1, `${documentId}\n`)
}
