import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFiles } from './durable-files.ts'
import type { EngineData } from './engine-messages.ts'
import { startParameters } from './engine-settings.ts'

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
    fs: new DurableFiles(folder, onLost),
    extensions: { citext, pg_trgm },
    startParams: startParameters,
  })
}

/** A new database appears under its name only when it is complete and on disk, whenever the power fails. */
async function createFolder(options: EngineOptions): Promise<void> {
  const { folder } = options
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const engine = await startEngine({ ...options, folder: draft })
  await engine.close()
  await syncTree(draft)
  await rename(draft, folder)
  await syncPath(dirname(folder))
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else if (entry.isFile()) await syncPath(path)
  }
  await syncPath(folder)
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
