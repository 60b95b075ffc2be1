import { sql } from 'kysely'
import { systemActor } from '../src/platform/db/actor.ts'
import type { TestApp } from './app.ts'

/** The audit rows about a target, oldest first. */
export const auditOf = (test: Pick<TestApp, 'services'>, targetId: string) =>
  test.services.database.transact(systemActor, (tx) =>
    tx
      .selectFrom('audit_entries')
      .selectAll()
      .where('target_id', '=', targetId)
      .orderBy('at')
      // A test's clock stands still, but the log is append-only, so the physical order of rows shows which came first.
      .orderBy(sql`ctid`)
      .execute(),
  )
