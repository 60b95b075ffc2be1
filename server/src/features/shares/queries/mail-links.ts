import type { Insertable } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { MailShareLinksTable } from '../../../platform/db/schema/shares.ts'

export async function insertMailLink(tx: Transaction, link: Insertable<MailShareLinksTable>): Promise<void> {
  await tx.insertInto('mail_share_links').values(link).execute()
}

export async function countMailLinks(tx: Transaction, ownerId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('mail_share_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
