/** Restores a backup as the command or the page does, or goes on as a start does, and kills itself before a file gets its name. */
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { keyFile } from '../crypto/master-key.ts'
import { createLog } from '../log.ts'

const { way, file, passphrase, dataDir, databaseUrl, dieBefore } = JSON.parse(process.argv[2] ?? '')

const { rename } = fs
fs.rename = (from, to) => {
  const name = path.relative(dataDir, String(to))
  if (dieBefore && `${name}/`.startsWith(`${dieBefore}/`)) process.kill(process.pid, 'SIGKILL')
  return rename(from, to)
}
syncBuiltinESMExports()

const { finishRestore } = await import('./finish-restore.ts')
const { RestoreHere } = await import('./restore-here.ts')
const { restoreBackup } = await import('./restore-backup.ts')

async function restoreOnPage() {
  const restarted = Promise.withResolvers<void>()
  const restore = new RestoreHere({
    dataDir,
    masterKeys: [],
    s3: undefined,
    log: createLog('silent'),
    restart: async () => restarted.resolve(),
  })
  await restore.receive({ pieces: await readPieces(), passphrase, isEmpty: async () => true })
  await restarted.promise
}

async function readPieces() {
  const handle = await fs.open(file)
  return handle.createReadStream()
}

if (way === 'command') {
  const keySource = keyFile(path.join(dataDir, 'master.key'))
  await restoreBackup(file, passphrase, { dataDir, databaseUrl, s3: undefined, keySource })
} else {
  if (way === 'page') await restoreOnPage()
  await finishRestore(dataDir)
}
