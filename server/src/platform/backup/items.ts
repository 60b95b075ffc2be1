/** Why a backup, a restore or a move did not happen; its message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Going back in time must not bring back a session that was ended since: everybody signs in again. */
export const sessionTables = ['public.sessions', 'public.session_challenges']

/**
 * What a backup is made of, in this order: the head; each table with its rows; the sequences; each file as the
 * store keeps it, encrypted; the end, with counts and hashes of all of it. A backup file is this stream, sealed;
 * a move to another database is the same stream without a file in between.
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
  /** The keys themselves, in base64, where the program keeps them; none where the operator does. */
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
  /** Of all rows in the order of their key. */
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
  /** Of all names, sizes and hashes in the order of their names. */
  sha256: string
  /** Files that the database knows and the store has lost. */
  missing: number
}
