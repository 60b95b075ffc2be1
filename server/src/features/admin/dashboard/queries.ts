import type { RecentEvent } from '@exempta/contract/admin/dashboard'
import { limits } from '@exempta/contract/limits'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export interface FigureRow {
  figure: 'users' | 'businesses' | 'documents' | 'pendingIssues'
  total: number
  growth: number
  new_count: number
  is_comparable: boolean
}

/** Compares the last window with the one before; without earlier rows it uses a fixed percentage. */
const figureOf = (figure: string, table: string, time: string, now: Date, only = sql``) => {
  const at = (windows: number) => new Date(now.getTime() - windows * limits.growthWindowMs)
  return sql`
    select ${figure}::text as figure, total, case earlier
      when 0 then ${limits.growthWithoutBaseline}::integer
      else round((recent - earlier) * 100.0 / earlier)::integer end as growth,
      recent as new_count, earlier >= ${limits.comparableGrowthMin}::integer as is_comparable
    from (
      select count(*) as total,
        count(*) filter (where ${sql.ref(time)} >= ${at(1)}::timestamptz) as recent,
        count(*) filter (where ${sql.ref(time)} >= ${at(2)}::timestamptz and ${sql.ref(time)} < ${at(1)}::timestamptz)
          as earlier
      from ${sql.table(table)} ${only}
    ) counted`
}

/** A guest becomes a user when it chooses a password. */
const notGuests = sql`where status <> 'guest'`

/** Counts are read from indexes only. */
export async function figures(tx: Transaction, now: Date): Promise<FigureRow[]> {
  const baseline = sql`${limits.issueGrowthBaseline}::integer`
  const { rows } = await sql<FigureRow>`
    ${figureOf('users', 'administered_users', 'created_at', now, notGuests)}
    union all ${figureOf('businesses', 'administered_businesses', 'date_registered', now)}
    union all ${figureOf('documents', 'administered_documents', 'created_at', now)}
    union all
    select 'pendingIssues', count(*), round((count(*) - ${baseline}) * 100.0 / ${baseline})::integer,
      count(*) filter (where updated_at >= ${new Date(now.getTime() - limits.growthWindowMs)}::timestamptz),
      count(*) >= ${baseline}
    from administered_documents where status = 'failed'`.execute(tx)
  return rows
}

export interface RecentRow extends Omit<RecentEvent, 'at'> {
  at: Date
}

/** The newest rows of each kind, read from the index on their time. */
export async function recentEvents(tx: Transaction): Promise<RecentRow[]> {
  const newest = (kind: string, table: string, time: string, only = sql``) => sql`
    (select ${kind}::text as kind, id, name, status, ${sql.ref(time)} as at from ${sql.table(table)} ${only}
      order by ${sql.ref(time)} desc, id desc limit ${limits.adminRecentPerKind})`
  const { rows } = await sql<RecentRow>`
    select * from (
      ${newest('user', 'administered_users', 'created_at', notGuests)}
      union all ${newest('business', 'administered_businesses', 'date_registered')}
      union all ${newest('document', 'administered_documents', 'created_at')}
    ) recent order by at desc, id desc`.execute(tx)
  return rows
}
