/** Why a backup, a restore or a move did not happen; its message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Restoring an older state must not revive a session that has ended since, so everyone logs in again. */
export const sessionTables = ['public.sessions', 'public.session_challenges']

/**
 * The content of a backup, in this order: the head, each table with its rows, the sequences, each file as stored
 * (encrypted), and the end with counts and hashes of everything. A backup file is this stream, sealed. Moving to
 * another database uses the same stream without a file.
 */
export type Item =
  | { kind: 'head'; head: Head }
  | { kind: 'table'; table: TableShape }
  | { kind: 'rows'; rows: string[] }
  | ({ kind: 'table-end' } & TableSum)
  | { kind: 'sequences'; sequences: SequenceState[] }
  | { kind: 'file'; name: string; bytes: number }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'file-end'; sha256: string }
  | { kind: 'file-missing'; name: string }
  | { kind: 'end'; sums: Sums }

export interface Head {
  createdAt: string
  /** Names of all changes of the schema, in order. */
  migrations: string[]
  jobQueueVersion: number
  fileSpace: string
  /** Ids of the master keys without which the files cannot be read. */
  masterKeyIds: string[]
  /** The keys in base64 when the program stores them; empty when the operator does. */
  masterKeys: string[]
  /** The signed head of the audit log; none in backups of older releases and before the first one. */
  auditAnchor?: string | undefined
}

export interface TableShape {
  name: string
  columns: { name: string; type: string; isGenerated: boolean }[]
}

export interface TableSum {
  name: string
  rows: number
  /** Hash of all rows in key order. */
  sha256: string
}

export interface SequenceState {
  name: string
  last: number
  isCalled: boolean
}

export interface Sums {
  tables: TableSum[]
  sequences: SequenceState[]
  files: FileSum
}

export interface FileSum {
  count: number
  bytes: number
  /** Hash of all names, sizes and hashes, in order of their names. */
  sha256: string
  /** Files listed in the database that are missing in the store. */
  missing: number
}
