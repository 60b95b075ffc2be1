import { type ArchiveImport, importStatusWords, listArchiveImports } from '@exempta/contract/archive'
import { FilePlus2 } from 'lucide-react'
import { formatDayOf } from '../../lib/format.ts'
import { useAddressParams, useList } from '../../lib/list.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { pageMeta } from '../../lib/page-meta.ts'
import { useMembership } from '../../lib/roles.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { TextLink } from '../../ui/text.tsx'
import { AddFiles } from './import/add-files.tsx'
import { count, statusTones } from './import/words.ts'

const ImportView = onDemand(async () => (await import('./import/import-view.tsx')).ImportView)
const LookView = onDemand(async () => (await import('./look/look-view.tsx')).LookView)

const title = 'Add Certificates'

export const meta = pageMeta(title)

/** The import that is open, and the file that is looked at, are in the address. */
export default function ArchivePage() {
  const { isManager } = useMembership()
  const { params, change } = useAddressParams()
  const importId = params.get('id')
  const fileId = params.get('file')
  const open = (id: string | null, file?: string) =>
    change((now) => {
      now.delete('id')
      now.delete('file')
      if (id) now.set('id', id)
      if (file) now.set('file', file)
      return now
    })
  return (
    <>
      <PageHeader
        title={title}
        description="Bring the certificates that you already have. We hide private numbers, read each certificate, and match it to your customers."
      />
      {importId && fileId ? (
        <LookView
          key={fileId}
          id={fileId}
          onNext={(next) => open(importId, next)}
          onClose={() => open(importId)}
        />
      ) : importId ? (
        <ImportView
          key={importId}
          id={importId}
          onClose={() => open(null)}
          onLook={(file) => open(importId, file)}
        />
      ) : (
        <div className="grid gap-6">
          {isManager && (
            <>
              <AddFiles importId={undefined} onStarted={(id) => open(id)} />
              <p className="text-sm text-ink-muted">
                Scanning many certificates at once? Choose customers in{' '}
                <TextLink to="/business/customers">Customers</TextLink>, print separator sheets for them, and
                put each before that customer’s certificates. We’ll split the scan there.
              </p>
            </>
          )}
          <ImportList onOpen={(id) => open(id)} />
        </div>
      )}
    </>
  )
}

function ImportList({ onOpen }: { onOpen: (id: string) => void }) {
  const list = useList(listArchiveImports, { filters: {}, input: ({ cursor }) => ({ query: { cursor } }) })
  const columns: Column<ArchiveImport>[] = [
    {
      key: 'added',
      header: 'Added',
      isPrimary: true,
      cell: ({ id, createdAt }) => (
        <button
          type="button"
          className="text-left font-medium text-accent-ink hover:underline"
          onClick={() => onOpen(id)}
        >
          {formatDayOf(createdAt)}
        </button>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => <Badge tone={statusTones[status]}>{importStatusWords[status]}</Badge>,
    },
    { key: 'files', header: 'Files', align: 'right', cell: ({ files }) => count(files) },
    { key: 'ready', header: 'Ready', align: 'right', cell: ({ counts }) => count(counts.ready) },
    { key: 'look', header: 'Needs a look', align: 'right', cell: ({ counts }) => count(counts.look) },
    { key: 'by', header: 'By', cell: ({ createdBy }) => createdBy ?? 'Former team member' },
  ]
  return (
    <ListView
      caption="Imports"
      columns={columns}
      {...list.view}
      rowId={({ id }) => id}
      toolbar={null}
      empty={
        <EmptyState icon={<FilePlus2 aria-hidden />} title="Nothing added yet">
          What your team adds appears here.
        </EmptyState>
      }
    />
  )
}
