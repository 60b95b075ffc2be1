import type { Transaction } from '../../../platform/db/database.ts'

export const findTwoFactor = (tx: Transaction, userId: string) =>
  tx.selectFrom('two_factor').select('enabled_at').where('user_id', '=', userId).executeTakeFirst()

/** Returns undefined and changes nothing if two-factor authentication is already on. */
export async function beginEnrolment(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('two_factor')
    .values({ user_id: userId, enabled_at: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ last_step: 0, created_at: now })
        .where('two_factor.enabled_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function completeEnrolment(
  tx: Transaction,
  userId: string,
  step: number,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('two_factor')
    .set({ enabled_at: now, last_step: step })
    .where('user_id', '=', userId)
    .where('enabled_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns true for only one of two callers with the same code, and never for an older code. */
export async function useStep(tx: Transaction, userId: string, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteTwoFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('two_factor').where('user_id', '=', userId).execute()
  await tx.deleteFrom('backup_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
}

export async function replaceCodes(
  tx: Transaction,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('backup_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('backup_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** Uses the code up: only one of two callers with the same code gets true. */
export async function takeBackupCode(tx: Transaction, userId: string, codeHash: Buffer): Promise<boolean> {
  const row = await tx
    .deleteFrom('backup_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countBackupCodes(tx: Transaction, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('backup_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export const listPasskeys = (tx: Transaction, userId: string) =>
  tx.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]

export interface NewPasskey {
  userId: string
  name: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

/** Returns undefined if any account already has this passkey. */
export const insertPasskey = (tx: Transaction, passkey: NewPasskey, now: Date) =>
  tx
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      name: passkey.name,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()

/**
 * Returns false if another login has advanced the counter further, which means that one of the two is a copy.
 */
export async function notePasskeyUse(
  tx: Transaction,
  id: string,
  counter: { before: number; after: number },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('passkeys')
    .set({ counter: counter.after, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', counter.before)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePasskey(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function upsertChallenge(
  tx: Transaction,
  sessionId: string,
  challenge: string,
  expiresAt: Date,
): Promise<void> {
  const fresh = { challenge, expires_at: expiresAt }
  await tx
    .insertInto('session_challenges')
    .values({ session_id: sessionId, ...fresh })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(fresh))
    .execute()
}

/** Uses the challenge up: only one of two answers gets it. */
export async function takeChallenge(
  tx: Transaction,
  sessionId: string,
  now: Date,
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('session_challenges')
    .where('session_id', '=', sessionId)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at > now ? row.challenge : undefined
}
