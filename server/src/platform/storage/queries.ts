import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { FileIdentity } from '../crypto/wrap-key.ts'
import type { Transaction } from '../db/database.ts'

export interface NewFile extends FileIdentity {
  objectName: string
  sizeBytes: number
  masterKeyId: string
  wrappedKey: Buffer
}

/** False when the document already has this rendition in this version. */
export async function insertFile(tx: Transaction, file: NewFile, now: Date): Promise<boolean> {
  const id = randomUUID()
  const insertedFile = tx
    .insertInto('stored_files')
    .values({
      id,
      document_id: file.documentId,
      rendition: file.rendition,
      version: file.version,
      object_name: file.objectName,
      size_bytes: file.sizeBytes,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['document_id', 'rendition', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const insertedKey = sql`
    insert into file_keys (file_id, master_key_id, wrapped_key)
    select id, ${file.masterKeyId}::text, ${file.wrappedKey}::bytea from stored_files where id = ${id}`.execute(
    tx,
  )
  const [inserted] = await Promise.all([insertedFile, insertedKey])
  return inserted !== undefined
}

export const findFile = (tx: Transaction, file: FileIdentity) =>
  tx
    .selectFrom('stored_files')
    .innerJoin('file_keys', 'file_keys.file_id', 'stored_files.id')
    .select([
      'stored_files.object_name as objectName',
      'stored_files.size_bytes as sizeBytes',
      'file_keys.master_key_id as masterKeyId',
      'file_keys.wrapped_key as wrappedKey',
    ])
    .where('stored_files.document_id', '=', file.documentId)
    .where('stored_files.rendition', '=', file.rendition)
    .where('stored_files.version', '=', file.version)
    .executeTakeFirst()

export interface FileSelection {
  documentId: string
  rendition?: string
  /** How the name of the rendition begins. */
  prefix?: string
  version?: number
}

/** How many renditions of one version begin with the prefix. */
export async function countRenditions(
  tx: Transaction,
  { documentId, prefix, version }: Required<Omit<FileSelection, 'rendition'>>,
): Promise<number> {
  const { count } = await tx
    .selectFrom('stored_files')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .where('rendition', 'like', `${prefix}%`)
    .executeTakeFirstOrThrow()
  return count
}

/** The keys go with their files, by the foreign key. Returns the names of the ciphertexts left behind. */
export async function deleteFiles(tx: Transaction, selection: FileSelection): Promise<string[]> {
  const { documentId, rendition, prefix, version } = selection
  const deleted = await tx
    .deleteFrom('stored_files')
    .where('document_id', '=', documentId)
    .$if(rendition !== undefined, (query) => query.where('rendition', '=', rendition ?? ''))
    .$if(prefix !== undefined, (query) => query.where('rendition', 'like', `${prefix}%`))
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning('object_name')
    .execute()
  return deleted.map(({ object_name }) => object_name)
}

export async function insertDiscarded(tx: Transaction, names: readonly string[], now: Date): Promise<void> {
  if (names.length === 0) return
  await tx
    .insertInto('discarded_objects')
    .values(names.map((object_name) => ({ object_name, discarded_at: now })))
    .execute()
}

/** An arbitrary lock number, held while the files are read as of one moment. */
export const removalLock = 4_270_936_106

/** False while another process reads the files as they were at one moment. */
export async function mayRemoveObjects(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{
    may: boolean
  }>`select pg_try_advisory_xact_lock_shared(${removalLock}) as may`.execute(tx)
  return rows[0]?.may === true
}

export async function listDiscarded(tx: Transaction, after: string, batchSize: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('discarded_objects')
    .select('object_name')
    .where('object_name', '>', after)
    .orderBy('object_name')
    .limit(batchSize)
    .execute()
  return rows.map(({ object_name }) => object_name)
}

export async function deleteDiscarded(tx: Transaction, names: readonly string[]): Promise<void> {
  await tx.deleteFrom('discarded_objects').where('object_name', 'in', names).execute()
}

/** Which of these ciphertexts belong to a file. */
export async function listKnownObjects(tx: Transaction, names: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('stored_files')
    .select('object_name')
    .where('object_name', 'in', names)
    .execute()
  return new Set(rows.map(({ object_name }) => object_name))
}

export const countFiles = (tx: Transaction): Promise<{ files: number; bytes: number }> =>
  tx
    .selectFrom('stored_files')
    .select((select) => [
      select.fn.countAll<number>().as('files'),
      sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()

/** Names the part of the store that belongs to this database. */
export async function getFileSpace(tx: Transaction): Promise<string> {
  const { id } = await tx.selectFrom('file_space').select('id').executeTakeFirstOrThrow()
  return id
}
