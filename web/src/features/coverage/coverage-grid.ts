import type { CoverageRow } from '@exempta/contract/coverage'
import type { Verdict } from '@exempta/contract/verdict'

export interface GridRow {
  id: string
  name: string
  /** The best answer of a customer's certificates, by state. */
  byState: ReadonlyMap<string, CoverageRow>
}

const rank: Record<Verdict, number> = { covered: 0, 'charge-part': 1, check: 2, 'not-covered': 3 }

/** Customers × states, in the order of the list. */
export function gridOf(rows: readonly CoverageRow[]): { states: string[]; customers: GridRow[] } {
  const customers = new Map<string, { name: string; byState: Map<string, CoverageRow> }>()
  for (const row of rows) {
    const customer = customers.get(row.customer.id) ?? {
      name: row.customer.name,
      byState: new Map<string, CoverageRow>(),
    }
    customers.set(row.customer.id, customer)
    const known = customer.byState.get(row.state)
    if (!known || rank[row.verdict] < rank[known.verdict]) customer.byState.set(row.state, row)
  }
  return {
    states: [...new Set(rows.map(({ state }) => state))].sort(),
    customers: [...customers].map(([id, customer]) => ({ id, ...customer })),
  }
}
