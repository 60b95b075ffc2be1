import type { Transaction } from '../../../platform/db/database.ts'

export async function countForAbout(tx: Transaction): Promise<{ users: number; documents: number }> {
  const [users, documents] = await Promise.all([
    tx
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('documents')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '=', 'processed')
      .executeTakeFirstOrThrow(),
  ])
  return { users: users.count, documents: documents.count }
}
