import type { Generated } from 'kysely'
import type { FixedColumn } from './columns.ts'

export interface FileSpaceTable {
  id: Generated<string>
}

export interface MasterKeysTable {
  id: FixedColumn<string>
  version: Generated<number>
  created_at: FixedColumn<Date>
}

export interface StoredFilesTable {
  id: Generated<string>
  document_id: FixedColumn<string>
  rendition: FixedColumn<string>
  version: FixedColumn<number>
  object_name: FixedColumn<string>
  size_bytes: FixedColumn<number>
  created_at: FixedColumn<Date>
}

export interface FileKeysTable {
  file_id: FixedColumn<string>
  master_key_id: string
  wrapped_key: Buffer
}

export interface SealedSecretsTable {
  owner_id: FixedColumn<string>
  purpose: FixedColumn<string>
  master_key_id: string
  sealed: Buffer
}

export interface DiscardedObjectsTable {
  object_name: FixedColumn<string>
  discarded_at: FixedColumn<Date>
}

export interface FilesSchema {
  file_space: FileSpaceTable
  master_keys: MasterKeysTable
  stored_files: StoredFilesTable
  file_keys: FileKeysTable
  sealed_secrets: SealedSecretsTable
  discarded_objects: DiscardedObjectsTable
}
