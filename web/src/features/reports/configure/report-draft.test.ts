import type { ReportDefinition } from '@exempta/contract/reports'
import { expect, it } from 'vitest'
import { presets, startOf } from '../report-state.ts'
import { pruned, withGroups } from './report-draft.ts'

const shares: ReportDefinition = {
  ...startOf('document_shares', 'Shares'),
  joins: ['business'],
  columns: ['shared_at', 'business.name'],
  filters: { dateRange: { lastDays: 7 }, verified: true },
  aggregations: [{ type: 'sum', field: 'business.user_count', alias: 'Users' }],
  sortBy: { field: 'business.name', direction: 'asc' },
}

it('removes only what depended on a relation', () => {
  expect(pruned(shares)).toEqual(shares)
  const { sortBy, ...rest } = shares
  expect(pruned({ ...shares, joins: [] })).toEqual({
    ...rest,
    joins: [],
    columns: ['shared_at'],
    filters: { dateRange: { lastDays: 7 } },
    aggregations: [],
  })
})

it('adds a figure with the first group, and drops a sort order that groups do not have', () => {
  const report: ReportDefinition = {
    ...startOf('documents', 'Documents'),
    sortBy: { field: 'created_at', direction: 'asc' },
  }
  const grouped = withGroups(report, [{ field: 'status' }])
  expect(grouped.aggregations).toEqual([{ type: 'count', field: '*', alias: 'Rows' }])
  expect(grouped.sortBy).toBeUndefined()
  const sorted: ReportDefinition = { ...grouped, sortBy: { field: 'Rows', direction: 'desc' } }
  expect(pruned(sorted)).toEqual(sorted)
  expect(withGroups(sorted, []).sortBy).toBeUndefined()
})

it('starts with documents of the last 30 days', () => {
  expect(presets.documents).toMatchObject({
    type: 'documents',
    columns: ['name', 'status', 'created_at'],
    filters: { dateRange: { lastDays: 30 } },
  })
})
