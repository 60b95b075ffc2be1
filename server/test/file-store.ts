import { join } from 'node:path'
import { keyFile } from '../src/platform/crypto/master-key.ts'
import { openMasterKeys } from '../src/platform/crypto/master-keys.ts'
import { createFileStore, type FileStore } from '../src/platform/storage/file-store.ts'
import type { FileStoreParts } from '../src/platform/storage/file-store-parts.ts'
import { openObjectStore } from '../src/platform/storage/open-file-store.ts'
import { createTestDatabase, type TestDatabase, testDatabaseKind } from './database.ts'
import { type MovableClock, movableClock } from './movable-clock.ts'
import { startS3Server } from './s3-server.ts'

export type StoreKind = 'local folder' | 'S3'

/**
 * The short run keeps to what goes together: a folder beside the embedded database, a bucket beside PostgreSQL. The
 * long one takes both on either.
 */
export const storeKinds: readonly StoreKind[] =
  Number(process.env.FAULT_ROUNDS) > 3
    ? ['local folder', 'S3']
    : [testDatabaseKind() === 'embedded' ? 'local folder' : 'S3']

export interface TestFileStore extends FileStoreParts {
  files: FileStore
  database: TestDatabase
  clock: MovableClock
  /** Holds everything that the store writes to disk. */
  folder: string
  close(): Promise<void>
}

/** The real file store on a fresh database, over a folder or over an S3 server. */
export async function openTestFileStore(kind: StoreKind): Promise<TestFileStore> {
  const database = await createTestDatabase()
  const clock = movableClock()
  const { dataDir } = database.location
  const masterKeys = await openMasterKeys({ database, clock }, keyFile(join(dataDir, 'master.key')))
  const s3 = kind === 'S3' ? await startS3Server() : undefined
  const store = await openObjectStore(database, { dataDir, s3: s3?.address })
  const parts = { database, clock, store, masterKeys }
  return {
    ...parts,
    files: createFileStore(parts),
    folder: s3?.folder ?? join(dataDir, 'files'),
    async close() {
      await store.close()
      await s3?.stop()
      await database.dispose()
    },
  }
}
