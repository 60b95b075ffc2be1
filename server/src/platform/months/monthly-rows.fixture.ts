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
}
