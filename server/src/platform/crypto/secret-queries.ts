import type { Transaction } from '../db/database.ts'

export interface SecretName {
  /** A person or a webhook; the secret goes with it. The installation's own belong to the id of all zeros. */
  ownerId: string
  purpose: 'authenticator' | 'webhook' | 'webhook-old' | 'audit-anchor'
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
