import type { Transaction } from '../../../platform/db/database.ts'

/** From now on nobody can sign in to the account. */
export async function markForErasure(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ status: 'inactive', updated_at: now })
    .where('id', '=', userId)
    .execute()
  await tx
    .insertInto('account_erasures')
    .values({ user_id: userId, requested_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isMarkedForErasure(tx: Transaction, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('account_erasures')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function listWaitingErasures(tx: Transaction, askedBefore: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('account_erasures')
    .select('user_id')
    .where('requested_at', '<=', askedBefore)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** With all that hangs on it. Answers its address, or undefined when it is gone already. */
export async function deleteUser(tx: Transaction, userId: string): Promise<string | undefined> {
  const row = await tx.deleteFrom('users').where('id', '=', userId).returning('email').executeTakeFirst()
  return row?.email
}
