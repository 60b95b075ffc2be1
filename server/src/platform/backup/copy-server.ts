import { constants, existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { anchorNote } from '../audit/anchor.ts'
import type { Database } from '../db/database.ts'
import type { FileStore } from '../storage/file-store.ts'
import { BackupError } from './items.ts'

/**
 * Lets a backup read the embedded database while the program runs. Only one process can open that database, so the
 * program itself copies the folder between two transactions and the backup reads the copy. While the backup is
 * connected, destroyed files stay in the store; when it disconnects, the copy is deleted. Only the owner of the data
 * folder can use the socket.
 */

const socketPathMaxBytes = 100
const copied = 'copied\n'

const socketOf = (dataDir: string) => join(dataDir, 'backup.sock')
const copyOf = (dataDir: string) => join(dataDir, 'backup-copy')

export interface CopyServerParts {
  database: Database
  files: FileStore
  dataDir: string
  log: FastifyBaseLogger
}

/** Returns a function that stops the server. */
export async function startCopyServer({
  database,
  files,
  dataDir,
  log,
}: CopyServerParts): Promise<() => Promise<void>> {
  const path = socketOf(dataDir)
  if (Buffer.byteLength(path) > socketPathMaxBytes) {
    log.warn('the path of DATA_DIR is too long for backups while the server is running')
    return async () => {}
  }
  // This process holds the lock on the folder, so leftovers come from a process that died.
  await rm(path, { force: true })
  await rm(copyOf(dataDir), { recursive: true, force: true })
  const open = new Set<Promise<void>>()
  let isTaken = false

  async function serve(socket: Socket): Promise<void> {
    const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', (error) => log.warn({ err: error }, 'backup connection'))
    if (isTaken) {
      socket.end('busy\n')
      return gone
    }
    isTaken = true
    const release = files.holdRemovals()
    try {
      await copyDatabase({ database, files, dataDir })
      socket.write(copied)
      await gone
    } catch (error) {
      log.error({ err: error }, 'copy for the backup')
      socket.end('failed\n')
    } finally {
      release()
      await rm(copyOf(dataDir), { recursive: true, force: true })
      isTaken = false
    }
  }

  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const served = serve(socket).finally(() => {
      sockets.delete(socket)
      open.delete(served)
    })
    open.add(served)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  return async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    await Promise.all(open)
  }
}

/**
 * No other query runs meanwhile, so the copied folder is in the state of a clean crash with no transaction in
 * progress.
 */
async function copyDatabase({ database, files, dataDir }: Omit<CopyServerParts, 'log'>): Promise<void> {
  const folder = copyOf(dataDir)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  await database.runAsOwner(async (client) => {
    await client.query('checkpoint')
    await cp(join(dataDir, 'db'), join(folder, 'db'), { recursive: true, mode: constants.COPYFILE_FICLONE })
    // The anchor changes only inside a transaction of this database, so at this moment it matches the copy.
    const anchor = await files.readNote(anchorNote)
    if (anchor !== undefined) await writeFile(join(folder, anchorNote), anchor, { mode: 0o600 })
  })
}

export interface DatabaseCopy {
  /** A data folder with a database of its own. */
  dataDir: string
  /** The audit log's anchor at the time of the copy, or null when there was none. */
  anchor: string | null
  /** Rejects when the program stops, which deletes the copy. */
  lost: Promise<never>
  release(): void
}

/** Asks the program that holds the data folder for a copy of its database. */
export async function askForCopy(dataDir: string): Promise<DatabaseCopy> {
  const socket = createConnection(socketOf(dataDir))
  const answer = await new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString()))
    socket.once('close', () => resolve(''))
    socket.on('error', () => resolve(''))
  })
  if (answer !== copied) {
    socket.destroy()
    throw new BackupError(
      answer === 'busy\n'
        ? 'Another backup is already running.'
        : 'The running server couldn’t copy its database; its log says why. Stop it or try again.',
    )
  }
  const lost = new Promise<never>((_, reject) => {
    socket.once('close', () =>
      reject(new BackupError('The server was stopped during the backup. Try again.')),
    )
  })
  lost.catch(() => {})
  const anchorFile = join(copyOf(dataDir), anchorNote)
  const anchor = existsSync(anchorFile) ? await readFile(anchorFile, 'utf8') : null
  return { dataDir: copyOf(dataDir), anchor, lost, release: () => socket.destroy() }
}
