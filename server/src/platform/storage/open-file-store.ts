import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { environmentKeys, keyFile, type MasterKeySource } from '../crypto/master-key.ts'
import { openMasterKeys } from '../crypto/master-keys.ts'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { createFileStore, type FileStore } from './file-store.ts'
import { openLocalFolder } from './local-folder.ts'
import type { ObjectStore } from './object-store.ts'
import { getFileSpace } from './queries.ts'
import { openS3Bucket } from './s3-bucket.ts'
import type { S3Address } from './s3-connection.ts'

export interface FileSettings {
  dataDir: string
  /** Base64, the newest first; without any, the key file in the data folder is used. */
  masterKeys: readonly string[]
  /** Without it, files are kept in the data folder. */
  s3: S3Address | undefined
}

export async function openFileStore(
  services: { database: Database; clock: Clock },
  settings: FileSettings,
): Promise<FileStore> {
  const masterKeys = await openMasterKeys(services, masterKeySource(settings))
  const store = await openObjectStore(services.database, settings)
  return createFileStore({ ...services, masterKeys, store })
}

export const masterKeySource = ({ masterKeys, dataDir }: Omit<FileSettings, 's3'>): MasterKeySource =>
  masterKeys.length > 0 ? environmentKeys(masterKeys) : keyFile(join(dataDir, 'master.key'))

/**
 * Each database has its own prefix in the store, so that installations that share a bucket never sweep each other's
 * files.
 */
export async function openObjectStore(
  database: Database,
  settings: Omit<FileSettings, 'masterKeys'>,
): Promise<ObjectStore> {
  return openStoreOfSpace(await database.transact(systemActor, getFileSpace), settings)
}

export const openStoreOfSpace = (
  space: string,
  { dataDir, s3 }: Omit<FileSettings, 'masterKeys'>,
): Promise<ObjectStore> =>
  s3 ? openS3Bucket({ ...s3, prefix: `${space}/` }) : openLocalFolder(folderOfSpace(space, dataDir))

export const folderOfSpace = (space: string, dataDir: string): string => join(dataDir, 'files', space)
