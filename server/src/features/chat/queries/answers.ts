import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

/** True for one caller in each absence: nobody is there, and nothing was said automatically since somebody was. */
export async function claimAutomaticAnswer(tx: Transaction, chatId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update chats c set automatic_at = ${now}
    from (select max(until) as until from chat_presence where kind = 'agent') a
    where c.id = ${chatId} and coalesce(a.until, '-infinity') <= ${now}
      and coalesce(c.automatic_at < coalesce(a.until, '-infinity'), true)
    returning c.id`.execute(tx)
  return rows.length > 0
}

/** Answers that were neither read nor mailed, oldest first; from now on they count as mailed. */
export async function claimUnreadAnswers(
  tx: Transaction,
  chatId: string,
): Promise<{ text: string; author_name: string | null }[]> {
  const { rows } = await sql<{ seq: number; text: string; author_name: string | null }>`
    select m.seq, m.text, m.author_name from chat_messages m
    join (select id, mailed_seq, person_read_seq from chats where id = ${chatId} for update) c on c.id = m.chat_id
    where m.sender = 'agent' and m.kind = 'message' and m.seq > greatest(c.mailed_seq, c.person_read_seq)
    order by m.seq`.execute(tx)
  const last = rows.at(-1)
  if (last) await tx.updateTable('chats').set({ mailed_seq: last.seq }).where('id', '=', chatId).execute()
  return rows
}

interface ChatPersonRow {
  name: string
  /** A guest has an address alone. */
  userId: string | null
  email: string
  subject: string | null
}

/** Where emails of a thread go. */
export const mailTo = ({ userId, email }: ChatPersonRow): string | { id: string; email: string } =>
  userId ? { id: userId, email } : email

export async function findPersonOf(tx: Transaction, chatId: string): Promise<ChatPersonRow | undefined> {
  const { rows } = await sql<ChatPersonRow>`
    select coalesce(u.name, c.guest_name) as name, coalesce(u.email, c.guest_email)::text as email,
      c.user_id as "userId", c.subject
    from chats c left join users u on u.id = c.user_id where c.id = ${chatId}`.execute(tx)
  return rows[0]
}
