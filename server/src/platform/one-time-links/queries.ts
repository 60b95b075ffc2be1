import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import type { NewRow, Row } from '../db/schema.ts'
import { limits } from '../limits.ts'

export type LinkRow = Row<'one_time_links'>
export type LinkPurpose = LinkRow['purpose']

export async function insertLink(tx: Transaction, link: NewRow<'one_time_links'>): Promise<void> {
  await tx.insertInto('one_time_links').values(link).execute()
}

/** A link from the future was created before the system clock was set back by more than a day. */
const isOpenAt = (now: Date) => {
  const latestStart = new Date(now.getTime() + limits.clockDifferenceMs)
  return sql<boolean>`expires_at > ${now} and created_at <= ${latestStart}`
}

export const selectLink = (
  tx: Transaction,
  tokenHash: Buffer,
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<LinkRow | undefined> =>
  tx
    .selectFrom('one_time_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where(isOpenAt(now))
    .executeTakeFirst()

/** Of two callers with the same link only one gets the row. */
export const deleteLink = (
  tx: Transaction,
  tokenHash: Buffer,
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<LinkRow | undefined> =>
  tx
    .deleteFrom('one_time_links')
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where(isOpenAt(now))
    .returningAll()
    .executeTakeFirst()

/** The owner of the link; none for the setup of the installation. */
export interface LinkOwner {
  personId?: string | undefined
  subjectId?: string | undefined
}

export async function deleteLinksOf(
  tx: Transaction,
  { personId = null, subjectId = null }: { [Key in keyof LinkOwner]: LinkOwner[Key] | null },
  purposes: readonly LinkPurpose[],
): Promise<void> {
  await tx
    .deleteFrom('one_time_links')
    .where('purpose', 'in', purposes)
    .where('user_id', personId ? '=' : 'is', personId)
    .where('subject_id', subjectId ? '=' : 'is', subjectId)
    .execute()
}

export async function deleteOverLinks(tx: Transaction, now: Date): Promise<void> {
  await tx.deleteFrom('one_time_links').where('expires_at', '<=', now).execute()
}
