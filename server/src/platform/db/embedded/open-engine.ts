import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFiles } from './durable-files.ts'
import type { EngineData } from './engine-messages.ts'
import { isOnDisk, syncFolder, syncPath } from './sync-folder.ts'

/** Start parameters of the embedded engine; the stock ones switch fsync off (`-F`). */
const startParameters = [
  '--single',
  '-j',
  ...settings({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // The engine's fdatasync does nothing, only its fsync reaches the file system.
    wal_sync_method: 'fsync',
    search_path: 'public',
    exit_on_error: 'false',
    log_checkpoints: 'false',
    io_method: 'sync',
    // The system keeps the files in its own cache as well; the stock 128 MB would be this process's alone.
    shared_buffers: '16MB',
    max_worker_processes: '0',
    max_parallel_workers: '0',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
  }),
]

function settings(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

export interface EngineOptions extends EngineData {
  /** Called when the engine can no longer be trusted; the thread must end without another commit. */
  onLost(error: unknown): void
}

/** Opens the database folder, making it first when it is not there. */
export async function openEngine(options: EngineOptions): Promise<PGlite> {
  if (!existsSync(options.folder)) await createFolder(options)
  return startEngine(options)
}

function startEngine({ folder, wasm, onLost }: EngineOptions): Promise<PGlite> {
  return PGlite.create({
    pgliteWasmModule: wasm,
    fs: new DurableFiles({ folder, isSynced: isOnDisk(folder), onLost }),
    extensions: { citext, pg_trgm },
    startParams: startParameters,
  })
}

/** A new database appears under its name only when it is complete and on disk, whenever the power fails. */
async function createFolder(options: EngineOptions): Promise<void> {
  const draft = `${options.folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const engine = await startEngine({ ...options, folder: draft })
  // The two template databases are two thirds of all files, and nothing would ever vacuum them.
  await engine.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await engine.exec(`drop database ${name}`)
  await engine.close()
  await syncFolder(draft)
  await rename(draft, options.folder)
  await syncPath(dirname(options.folder))
}
