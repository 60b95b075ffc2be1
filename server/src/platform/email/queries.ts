import type { Transaction } from '../db/database.ts'
import type { NewRow, Row } from '../db/schema.ts'
import { secretMark, withoutSecrets } from './stored-secrets.ts'

export type EmailRow = Row<'mails'>

export async function insertEmail(tx: Transaction, email: NewRow<'mails'>): Promise<void> {
  await tx.insertInto('mails').values(email).execute()
}

/** Counts the attempt and returns the email, unless it was already sent. */
export const beginAttempt = (tx: Transaction, id: string): Promise<EmailRow | undefined> =>
  tx
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst()

export async function recordError(tx: Transaction, id: string, lastError: string): Promise<void> {
  await tx.updateTable('mails').set({ last_error: lastError }).where('id', '=', id).execute()
}

export async function keepEmail(tx: Transaction, id: string): Promise<void> {
  await tx.updateTable('mails').set({ status: 'kept' }).where('id', '=', id).execute()
}

/** Sent or failed: either way its secrets are removed from the database. */
export async function finishEmail(
  tx: Transaction,
  email: EmailRow,
  outcome: { status: 'sent'; at: Date } | { status: 'failed'; lastError: string },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({
      status: outcome.status,
      body_text: withoutSecrets(email.body_text),
      body_html: withoutSecrets(email.body_html),
      ...(outcome.status === 'sent'
        ? { sent_at: outcome.at, last_error: null }
        : { last_error: outcome.lastError }),
    })
    .where('id', '=', email.id)
    .execute()
}

/** Older emails that were never sent: those still queued, and those kept with their secrets. */
export const listUnsentBefore = (tx: Transaction, before: Date, limit: number): Promise<EmailRow[]> =>
  tx
    .selectFrom('mails')
    .selectAll()
    .where('status', 'in', ['queued', 'kept'])
    .where('created_at', '<', before)
    .where((eb) => eb.or([eb('status', '=', 'queued'), eb('body_text', 'like', `%${secretMark}%`)]))
    .limit(limit)
    .forUpdate()
    .execute()

export async function removeSecrets(tx: Transaction, email: EmailRow): Promise<void> {
  const bodies = { body_text: withoutSecrets(email.body_text), body_html: withoutSecrets(email.body_html) }
  await tx.updateTable('mails').set(bodies).where('id', '=', email.id).execute()
}
