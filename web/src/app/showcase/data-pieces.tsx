import { FileText, Users } from 'lucide-react'
import { useState } from 'react'
import { useListState } from '../../lib/list.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Chart } from '../../ui/chart.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ListFilter, ListSearch, ListView } from '../../ui/list-view.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { Section, Specimen } from './specimen.tsx'

interface Row {
  id: string
  name: string
  status: string
  pages: number
}

const documents: Row[] = [
  { id: '1', name: 'Exemption certificate 2026.pdf', status: 'processed', pages: 2 },
  { id: '2', name: 'W-9 form.pdf', status: 'processing', pages: 6 },
  { id: '3', name: 'Resale permit.png', status: 'failed', pages: 1 },
  { id: '4', name: 'Card front.jpg', status: 'processed', pages: 1 },
]
const columns: Column<Row>[] = [
  { key: 'name', header: 'Document', cell: (row) => row.name, isPrimary: true, isSortable: true },
  { key: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  { key: 'pages', header: 'Pages', cell: (row) => row.pages, align: 'right', isSortable: true },
]
const shape = { filters: { status: ['processed', 'processing', 'failed'] }, sortable: ['name', 'pages'] }
const statusOptions = [
  { value: 'processed', label: 'Processed' },
  { value: 'processing', label: 'Processing' },
  { value: 'failed', label: 'Failed' },
]
const weeks = [12, 18, 9, 24, 30, 27].map((received, index) => ({
  label: `W${index + 1}`,
  values: { received, verified: Math.round(received * 0.8) },
}))
const series = [
  { key: 'received', label: 'Received' },
  { key: 'verified', label: 'Verified' },
]

export function DataPieces() {
  const list = useListState(shape)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const direction = list.sort?.direction === 'desc' ? -1 : 1
  const rows = documents
    .filter((row) => row.name.toLowerCase().includes(list.search.toLowerCase()))
    .filter((row) => !list.filters.status || row.status === list.filters.status)
    .sort((a, b) =>
      list.sort?.by === 'pages' ? (a.pages - b.pages) * direction : a.name.localeCompare(b.name) * direction,
    )
  return (
    <Section title="Data">
      <Specimen name="StatCard">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <StatCard
            label="Total Users"
            value={1204}
            icon={<Users aria-hidden />}
            growth={{ percent: 12, since: 'in 30 days' }}
          />
          <StatCard
            label="Documents"
            value={8210}
            icon={<FileText aria-hidden />}
            growth={{ percent: -4, since: 'in 30 days' }}
          />
          <StatCard label="View Reports" value="6" to="/dev/ui" />
          <StatCard label="Pending Issues" value={undefined} />
        </div>
      </Specimen>
      <Specimen name="ListView: search, filter, sort, select, page">
        <ListView
          caption="Documents"
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          sort={list.sort}
          onSort={list.setSort}
          selection={{
            selected,
            onChange: setSelected,
            canSelect: (row) => row.status === 'processed',
            nameOf: (row) => row.name,
          }}
          toolbar={
            <>
              <ListSearch list={list} label="Search documents" />
              <ListFilter
                list={list}
                name="status"
                label="Status"
                allLabel="All Status"
                options={statusOptions}
              />
            </>
          }
          empty={<EmptyState title="No documents found matching your criteria." />}
          paging={{
            pageNumber: list.pageNumber,
            onPrevious: list.goPrevious,
            onNext: () => list.goNext('next'),
          }}
        />
        <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
          <Button size="sm">Share Selected ({selected.size})</Button>
        </BulkBar>
      </Specimen>
      <Specimen name="ListView: loading and failed">
        <ListView
          caption="Loading documents"
          columns={columns}
          rows={undefined}
          rowId={(row) => row.id}
          toolbar={null}
          empty={null}
        />
        <ListView
          caption="Failed documents"
          columns={columns}
          rows={undefined}
          rowId={(row) => row.id}
          toolbar={null}
          empty={null}
          failure={{ message: 'An error occurred', onRetry: () => {}, isRetrying: false }}
        />
      </Specimen>
      <Specimen name="Chart">
        <div className="grid gap-8 md:grid-cols-3">
          <Chart kind="line" title="Received per week" pointLabel="Week" points={weeks} series={series} />
          <Chart kind="bar" title="Outcome per week" pointLabel="Week" points={weeks} series={series} />
          <Chart
            kind="donut"
            title="By status"
            pointLabel="Status"
            points={[
              { label: 'Verified', values: { count: 12 } },
              { label: 'Pending', values: { count: 3 } },
              { label: 'Rejected', values: { count: 1 } },
            ]}
            series={[{ key: 'count', label: 'Documents' }]}
          />
        </div>
      </Specimen>
    </Section>
  )
}
