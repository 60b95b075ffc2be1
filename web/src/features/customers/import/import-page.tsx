import {
  type CustomerImport,
  exportCustomers,
  importStatusWords,
  listImports,
} from '@exempta/contract/customers/import'
import { FileSpreadsheet } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { addressOf } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format.ts'
import { useList } from '../../../lib/list.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { useMembership } from '../../../lib/roles.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { ExportLink } from '../../../ui/export-link.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { ImportView } from './import-view.tsx'
import { count, statusTones } from './import-words.ts'
import { UploadCard } from './upload-card.tsx'

const title = 'Import customers'

export const meta = pageMeta(title)

/** The list that is open is in the address. */
export default function ImportPage() {
  const { isManager } = useMembership()
  const [params, setParams] = useSearchParams()
  const openId = params.get('id')
  const open = (id: string | undefined) => setParams(id ? { id } : {})
  return (
    <>
      <BackLink to="/business/customers">Customers</BackLink>
      <PageHeader
        title={title}
        description="Bring the customers of your accounting here, and keep them up to date. You see what changes before it does."
        actions={<ExportLink href={addressOf(exportCustomers)} />}
      />
      {openId ? (
        <ImportView key={openId} id={openId} onClose={() => open(undefined)} />
      ) : (
        <div className="grid gap-6">
          {isManager && <UploadCard onUploaded={open} />}
          <ImportList onOpen={open} />
        </div>
      )}
    </>
  )
}

function ImportList({ onOpen }: { onOpen: (id: string) => void }) {
  const list = useList(listImports, { filters: {}, input: ({ cursor }) => ({ query: { cursor } }) })
  const columns: Column<CustomerImport>[] = [
    {
      key: 'file',
      header: 'List',
      isPrimary: true,
      cell: ({ id, fileName }) => (
        <button
          type="button"
          className="text-left font-medium text-accent-ink [overflow-wrap:anywhere] hover:underline"
          onClick={() => onOpen(id)}
        >
          {fileName}
        </button>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => <Badge tone={statusTones[status]}>{importStatusWords[status]}</Badge>,
    },
    { key: 'rows', header: 'Lines', align: 'right', cell: ({ rows }) => count(rows) },
    { key: 'bad', header: 'To correct', align: 'right', cell: ({ counts }) => count(counts.bad) },
    { key: 'uploaded', header: 'Uploaded', cell: ({ createdAt }) => formatDay(createdAt.slice(0, 10)) },
    { key: 'by', header: 'By', cell: ({ createdBy }) => createdBy ?? 'Former team member' },
  ]
  return (
    <ListView
      caption="Uploaded lists"
      columns={columns}
      {...list.view}
      rowId={({ id }) => id}
      toolbar={null}
      empty={
        <EmptyState icon={<FileSpreadsheet aria-hidden />} title="No lists yet">
          Lists that your team uploads appear here for 30 days.
        </EmptyState>
      }
    />
  )
}
