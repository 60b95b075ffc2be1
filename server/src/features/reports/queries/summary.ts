import type { ReportType } from '@exempta/contract/report-catalog'
import type { ReportDefinition, ReportResult } from '@exempta/contract/reports'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { ResolvedFilters } from '../resolve-filters.ts'
import { allOf, conditionsOf } from './conditions.ts'
import { layOutAggregation } from './layout.ts'
import { fromSource } from './sources.ts'

type Summary = NonNullable<ReportResult['summary']>

/** What of some types is counted beside the total. */
const noted: Partial<
  Record<ReportType, { name: 'processed' | 'verified'; condition: ReturnType<typeof sql> }>
> = {
  documents: { name: 'processed', condition: sql`r.status = 'processed'` },
  businesses: { name: 'verified', condition: sql`r.verified` },
}

/** Over all rows that the filters leave, read once. */
export async function readSummary(
  tx: Transaction,
  definition: ReportDefinition,
  filters: ResolvedFilters,
): Promise<Summary> {
  const extra = noted[definition.type]
  const figures = definition.aggregations.map(
    (aggregation, index) => sql`${layOutAggregation(definition, aggregation).cell} as ${sql.id(`a${index}`)}`,
  )
  const counts = [
    sql`count(*) as total`,
    ...(extra ? [sql`count(*) filter (where ${extra.condition}) as noted`] : []),
    ...figures,
  ]
  const { rows } = await sql<Record<string, number | null>>`
    select ${sql.join(counts)} from ${fromSource(definition)}
    where ${allOf(conditionsOf(definition, filters))}`.execute(tx)
  const row = rows[0] ?? {}
  return {
    total: row.total ?? 0,
    ...(extra && { [extra.name]: row.noted ?? 0 }),
    aggregations: definition.aggregations.map(({ alias }, index) => ({
      alias,
      value: row[`a${index}`] ?? null,
    })),
  }
}
