import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { timeOrderedId } from '../identifiers.ts'
import type { MonthlyTable } from './queries.ts'

/** How tests add a row of a moment to each table, and find it again. */
export const monthlyRows: Record<
  MonthlyTable,
  { key: string; add(database: Database, at: Date): Promise<string> }
> = {
  audit_origins: {
    key: 'entry_id',
    async add(database, at) {
      const id = timeOrderedId(at)
      await database.executeAsOwner(
        `insert into audit_entries (id, at, actor_kind, action, result, details)
         values ($1, $2, 'system', 'test.row', 'done', '{}')`,
        [id, at],
      )
      await database.executeAsOwner(
        `insert into audit_origins (entry_id, ip, salt) values ($1, '192.0.2.7', $2)`,
        [id, Buffer.alloc(16)],
      )
      return id
    },
  },
  mails: {
    key: 'id',
    async add(database, at) {
      const id = randomUUID()
      await database.executeAsOwner(
        `insert into mails (id, recipient, template, subject, body_text, body_html, message_id, status, created_at)
         values ($1, 'ada@lakeside.example', 'notification', 'S', 'T', 'H', $2, 'sent', $3)`,
        [id, `<${id}@lakeside.example>`, at],
      )
      return id
    },
  },
}
