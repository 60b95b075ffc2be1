import type { CoverageRow } from '@exempta/contract/coverage'
import { expect, it } from 'vitest'
import { gridOf } from './coverage-grid.ts'

const row = (customer: string, state: string, verdict: CoverageRow['verdict']) =>
  ({
    id: `${customer} ${state} ${verdict}`,
    customer: { id: customer, name: customer },
    state,
    verdict,
  }) as CoverageRow

it('shows the best answer of each customer in each state', () => {
  const { states, customers } = gridOf([
    row('Anna', 'TX', 'not-covered'),
    row('Anna', 'NY', 'check'),
    row('Anna', 'TX', 'covered'),
    row('Anna', 'TX', 'check'),
    row('Berta', 'AL', 'charge-part'),
  ])
  expect(states).toEqual(['AL', 'NY', 'TX'])
  expect(
    customers.map(({ name, byState }) => [name, states.map((state) => byState.get(state)?.verdict ?? null)]),
  ).toEqual([
    ['Anna', [null, 'check', 'covered']],
    ['Berta', ['charge-part', null, null]],
  ])
})
