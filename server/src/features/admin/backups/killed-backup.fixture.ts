/** Makes a scheduled backup as the worker does, and goes on with one that is open. With a step named, it kills itself there. */
import { openApp } from '../../../../test/open-app.ts'
import { folderPlace } from '../../../platform/backup/folder-place.ts'
import { OwnBackups } from '../../../platform/backup/own-backups.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { enqueueBackup } from './backups.ts'
import { makeBackup } from './make-backups.ts'
import { listRows } from './queries.ts'

const { location, settings, dieAt, tested } = JSON.parse(process.argv[2] ?? '')

function reached(step: string): void {
  if (step === dieAt) process.kill(process.pid, 'SIGKILL')
}

async function* watched(pieces: AsyncIterable<Uint8Array>) {
  for await (const piece of pieces) {
    yield piece
    reached('begun')
  }
  reached('written')
}

const folder = folderPlace(settings.backupFolder)
const place: typeof folder = {
  ...folder,
  async write(name, pieces) {
    await folder.write(name, watched(pieces))
    reached('named')
  },
}

const { services, close } = await openApp(location, {
  runsJobs: false,
  change: () => ({ backups: new OwnBackups(settings, place) }),
})
const id = await services.database.transact(systemActor, async (tx) => {
  const [newest] = await listRows(tx, 1)
  if (newest?.status === 'running') return newest.id
  return enqueueBackup(services, tx, { cause: 'schedule', requestedBy: null })
})
await makeBackup(services, id ?? '', {
  id: 'one',
  attempt: 1,
  isLastAttempt: false,
  signal: new AbortController().signal,
  report: () => {},
  completeWithin: async () => {},
  othersWait: async () => false,
  goOnLaterWithin: async () => {},
})
// Here, because tests derive keys in a quicker way.
for (const name of tested) await services.backups.test(name)
await close()
