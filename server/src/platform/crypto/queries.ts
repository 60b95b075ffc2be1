import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { runLater } from '../db/statements/kysely-transaction.ts'
import type { FileIdentity } from './wrap-key.ts'

// An arbitrary number: the advisory lock around the choice of the current master key.
const masterKeyLock = 4_270_936_105

/** Until this transaction ends, the current master key is not retired. */
export function holdCurrentKey(tx: Transaction): void {
  runLater(tx, sql`select pg_advisory_xact_lock_shared(${masterKeyLock})`)
}

/** Waits for every transaction that holds the current key; until this one ends, no other gets to choose. */
export async function lockMasterKeys(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${masterKeyLock})`.execute(tx)
}

/** Ids of the master keys in use, the current one first. */
export async function listMasterKeyIds(tx: Transaction): Promise<string[]> {
  const rows = await tx.selectFrom('master_keys').select('id').orderBy('version', 'desc').execute()
  return rows.map(({ id }) => id)
}

export async function insertMasterKey(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.insertInto('master_keys').values({ id, created_at: now }).execute()
}

/** The foreign key of the file keys refuses this while one of them is still wrapped by it. */
export async function deleteMasterKey(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('master_keys').where('id', '=', id).execute()
}

export interface WrappedFileKey extends FileIdentity {
  fileId: string
  wrapped: Buffer
}

/** A batch of file keys that a master key wraps, locked against being destroyed meanwhile. */
export const listFileKeysOf = (
  tx: Transaction,
  masterKeyId: string,
  batchSize: number,
): Promise<WrappedFileKey[]> =>
  tx
    .selectFrom('file_keys')
    .innerJoin('stored_files', 'stored_files.id', 'file_keys.file_id')
    .select([
      'file_keys.file_id as fileId',
      'file_keys.wrapped_key as wrapped',
      'stored_files.document_id as documentId',
      'stored_files.rendition',
      'stored_files.version',
    ])
    .where('file_keys.master_key_id', '=', masterKeyId)
    .orderBy('file_keys.file_id')
    .limit(batchSize)
    .forUpdate('file_keys')
    .execute()

export async function updateFileKeys(
  tx: Transaction,
  masterKeyId: string,
  keys: readonly { fileId: string; wrapped: Buffer }[],
): Promise<void> {
  const fileIds = keys.map(({ fileId }) => fileId)
  const wrapped = keys.map((key) => key.wrapped)
  await sql`
    update file_keys set wrapped_key = fresh.wrapped, master_key_id = ${masterKeyId}
    from unnest(${fileIds}::uuid[], ${wrapped}::bytea[]) as fresh (file_id, wrapped)
    where file_keys.file_id = fresh.file_id`.execute(tx)
}

export interface SecretName {
  /** A person, a webhook, a business or a signing key; the secret goes with it. The installation's own belong to the id of all zeros. */
  ownerId: string
  purpose:
    | 'authenticator'
    | 'webhook'
    | 'webhook-old'
    | 'audit-anchor'
    | 'request-links'
    | 'signing-key'
    | 'sign-on'
}

export interface SealedSecret extends SecretName {
  masterKeyId: string
  sealed: Buffer
}

export async function upsertSecret(tx: Transaction, secret: SealedSecret): Promise<void> {
  const fresh = { master_key_id: secret.masterKeyId, sealed: secret.sealed }
  await tx
    .insertInto('sealed_secrets')
    .values({ owner_id: secret.ownerId, purpose: secret.purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['owner_id', 'purpose']).doUpdateSet(fresh))
    .execute()
}

export const findSecret = (tx: Transaction, { ownerId, purpose }: SecretName) =>
  tx
    .selectFrom('sealed_secrets')
    .select(['master_key_id as masterKeyId', 'sealed'])
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()

export async function deleteSecret(tx: Transaction, { ownerId, purpose }: SecretName): Promise<void> {
  await tx
    .deleteFrom('sealed_secrets')
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', purpose)
    .execute()
}

/** A batch of secrets that a master key seals, locked against being changed meanwhile. */
export const listSecretsOf = (tx: Transaction, masterKeyId: string, batchSize: number) =>
  tx
    .selectFrom('sealed_secrets')
    .select(['owner_id as ownerId', 'purpose', 'sealed'])
    .$castTo<SecretName & { sealed: Buffer }>()
    .where('master_key_id', '=', masterKeyId)
    .orderBy('owner_id')
    .orderBy('purpose')
    .limit(batchSize)
    .forUpdate()
    .execute()

// An arbitrary number: the advisory lock around the making of the first signing key.
const signingKeyLock = 4_270_936_106

export async function lockSigningKeys(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${signingKeyLock})`.execute(tx)
}

/** The newest first. */
export const listSigningKeys = (tx: Transaction) =>
  tx.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()

export async function insertSigningKey(
  tx: Transaction,
  row: { id: string; public_key: Buffer; created_at: Date },
): Promise<void> {
  await tx.insertInto('signing_keys').values(row).execute()
}
