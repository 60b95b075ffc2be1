import type { ReportDefinition, ReportResult } from '@exempta/contract/reports'
import { describe, expect, it } from 'vitest'
import { chartOf, everyStart } from './chart-data.ts'

const count = { type: 'count', field: '*', alias: 'Rows' } as const
const ofRows = (
  rows: ReportResult['rows'],
  groupBy: ReportDefinition['groupBy'],
  aggregations: ReportDefinition['aggregations'] = [count],
) => {
  const columns: ReportResult['columns'] = [
    ...groupBy.map(({ field, unit }) => ({
      key: field,
      label: field,
      kind: unit ? ('day' as const) : ('choice' as const),
    })),
    ...aggregations.map(({ alias }) => ({ key: alias, label: alias, kind: 'number' as const })),
  ]
  return chartOf({ type: 'documents', groupBy, aggregations }, { columns, rows, nextCursor: null })
}
const status = [{ field: 'status' }]

describe('a chart of groups', () => {
  it('over time is a line that shows also the days on which nothing happened', () => {
    const chart = ofRows(
      [
        ['2026-02-27', 2],
        ['2026-03-02', 5],
      ],
      [{ field: 'created_at', unit: 'day' }],
    )
    expect(chart?.kinds).toEqual(['line', 'bar'])
    expect(chart?.points.map(({ values }) => values.Rows)).toEqual([2, 0, 0, 5])
  })

  it('of few parts of a whole is a donut; of averages, or of many, it is bars', () => {
    const few: ReportResult['rows'] = [
      ['failed', 2],
      [null, 1],
    ]
    expect(ofRows(few, status)).toMatchObject({
      kinds: ['donut', 'bar'],
      points: [
        { label: 'Failed', tone: 'danger' },
        { label: 'None', tone: undefined },
      ],
    })
    expect(ofRows(few, status, [{ type: 'avg', field: 'user_count', alias: 'Users' }])?.kinds).toEqual([
      'bar',
    ])
    const many = Array.from({ length: 7 }, (_, index) => [`s${index}`, index])
    expect(ofRows(many, status)?.kinds).toEqual(['bar'])
  })

  it('by two columns draws the second as series', () => {
    const rows: ReportResult['rows'] = [
      ['user', 'active', 3],
      ['user', 'suspended', 1],
      ['admin', 'active', 2],
    ]
    const chart = ofRows(rows, [{ field: 'role' }, { field: 'status' }])
    expect(chart?.series).toMatchObject([
      { label: 'Active', tone: 'success' },
      { label: 'Suspended', tone: 'danger' },
    ])
    expect(chart?.points).toMatchObject([
      { label: 'User', values: { Active: 3, Suspended: 1 } },
      { label: 'Admin', values: { Active: 2, Suspended: 0 } },
    ])
  })

  it.each([
    [[{ field: 'created_at', unit: 'day' as const }], 'Documents per day'],
    [status, 'Documents by status'],
  ])('by %j has a title in words', (groupBy, title) => {
    const rows: ReportResult['rows'] = [
      ['2026-02-27', 2],
      ['2026-03-02', 5],
    ]
    expect(ofRows(rows, groupBy)).toMatchObject({ title, series: [{ key: 'Rows', label: 'Documents' }] })
  })

  it('is not drawn of one group, of none, or of more than one page', () => {
    expect(ofRows([['failed', 2]], status)).toBeUndefined()
    expect(ofRows([], status)).toBeUndefined()
    const page = { columns: [], rows: [['a', 1]], nextCursor: 'more' }
    expect(chartOf({ type: 'documents', groupBy: status, aggregations: [count] }, page)).toBeUndefined()
  })
})

it('steps by day, week and month', () => {
  expect(everyStart('week', '2026-02-23', '2026-03-09')).toEqual(['2026-02-23', '2026-03-02', '2026-03-09'])
  expect(everyStart('month', '2025-12-01', '2026-02-01')).toEqual(['2025-12-01', '2026-01-01', '2026-02-01'])
  expect(everyStart('day', '2000-01-01', '2026-01-01')).toEqual([])
})
