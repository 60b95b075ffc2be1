import type { EmailState } from '@exempta/contract/admin/email'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import type { Row } from '../../../platform/db/schema.ts'

/** Without the bodies, which only the system role may read. */
const headColumns = [
  'id',
  'recipient',
  'subject',
  'template',
  'status',
  'attempts',
  'last_error',
  'created_at',
  'sent_at',
] as const

export type EmailHead = Pick<Row<'mails'>, (typeof headColumns)[number]>
export type EmailSort = 'newest' | 'oldest'
export type EmailPosition = readonly [createdAt: string, id: string]

const orders = {
  newest: { byTime: 'desc', byId: 'asc', past: sql`<`, next: sql`>` },
  oldest: { byTime: 'asc', byId: 'desc', past: sql`>`, next: sql`<` },
} as const

export async function emailPage(
  tx: Transaction,
  { search, status }: { search?: string | undefined; status?: EmailState | undefined },
  sort: EmailSort,
  position: EmailPosition | undefined,
  limit: number,
): Promise<EmailHead[]> {
  const { byTime, byId, past, next } = orders[sort]
  // Follows the index: descending by time and ascending by id, or the other way round.
  let page = tx.selectFrom('mails').select(headColumns)
  if (status) page = page.where('status', '=', status)
  if (search) {
    const part = containing(search)
    page = page.where(sql<boolean>`(recipient ilike ${part} or subject ilike ${part})`)
  }
  if (position) {
    page = page.where(
      sql<boolean>`created_at ${past}= ${position[0]}::timestamptz
        and (created_at ${past} ${position[0]}::timestamptz or id ${next} ${position[1]}::uuid)`,
    )
  }
  return page.orderBy('created_at', byTime).orderBy('id', byId).limit(limit).execute()
}

export const findEmailText = (tx: Transaction, id: string) =>
  tx
    .selectFrom('mails')
    .select(['recipient', 'subject', 'template', 'body_text', 'account_id', 'sender_id'])
    .where('id', '=', id)
    .executeTakeFirst()

export type EmailText = NonNullable<Awaited<ReturnType<typeof findEmailText>>>

/** The people whose account or documents the links in an email open. */
export const findConcerned = (
  tx: Transaction,
  { account_id, sender_id }: Pick<EmailText, 'account_id' | 'sender_id'>,
) => tx.selectFrom('users').select(['id', 'role']).where('id', 'in', [account_id, sender_id]).execute()

export const lockEmail = (tx: Transaction, id: string) =>
  tx.selectFrom('mails').select(['status', 'body_text']).where('id', '=', id).forUpdate().executeTakeFirst()

/** Resets the attempts and the last error. */
export const requeueEmail = (tx: Transaction, id: string): Promise<EmailHead> =>
  tx
    .updateTable('mails')
    .set({ status: 'queued', attempts: 0, last_error: null })
    .where('id', '=', id)
    .returning(headColumns)
    .executeTakeFirstOrThrow()
