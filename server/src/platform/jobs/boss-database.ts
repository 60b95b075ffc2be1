import type { Db } from 'pg-boss'
import type { Database, Transaction } from '../db/database.ts'

const isOneStatement = /^\s*(?:select|with|insert|update|delete)\b[^;]*;?\s*$/i

/** The database as pg-boss uses it. */
export function bossDatabase(database: Database): Db {
  return {
    executeSql(text, values) {
      if (values?.length || isOneStatement.test(text)) return rowsOf(database.executeAsOwner(text, values))
      // A block of several statements has its own begin and commit. When it fails midway, the session must not be lent
      // again, and building an index may take long.
      return rowsOf(database.runAsOwner((client) => client.query(text)))
    },
    async listen(channel, onNotification, onReconnect) {
      const close = await database.listen(channel, onNotification, { onGap: onReconnect })
      onReconnect()
      return { close }
    },
  }
}

/** For work that must happen exactly when the transaction commits. */
export function bossDatabaseWithin(database: Database, tx: Transaction): Db {
  return { executeSql: (text, values) => rowsOf(database.executeAsOwnerWithin(tx, text, values)) }
}

/** The client library returns one result per statement of a block. */
async function rowsOf(running: Promise<unknown>): Promise<{ rows: unknown[] }> {
  const result = await running
  return { rows: [result].flat().flatMap((one) => (one as { rows: unknown[] }).rows) }
}
