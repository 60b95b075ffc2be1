import { type ListedBinder, listBinders } from '@exempta/contract/binders'
import { FolderArchive } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatDayOf } from '../../lib/format.ts'
import { useList } from '../../lib/list.ts'
import { pageMeta } from '../../lib/page-meta.ts'
import { useMembership } from '../../lib/roles.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { BinderView } from './binder-view.tsx'
import { count, nameOf, periodOf, statusWords } from './binder-words.ts'
import { NewBinder } from './new-binder.tsx'

const title = 'Prepare for an audit'

export const meta = pageMeta(title)

/** The binder that is open is in the address. */
export default function BinderPage() {
  const { isManager } = useMembership()
  const [params, setParams] = useSearchParams()
  const openId = params.get('id')
  const open = (id: string | undefined) => setParams(id ? { id } : {})
  return (
    <>
      <PageHeader
        title={title}
        description="See which sales a certificate covers, ask for what is missing, and hand your auditor one signed file."
      />
      {!isManager ? (
        <Banner>Only managers can prepare for an audit.</Banner>
      ) : openId ? (
        <BinderView id={openId} onClose={() => open(undefined)} />
      ) : (
        <div className="grid gap-6">
          <NewBinder onStarted={open} />
          <BinderList onOpen={open} />
        </div>
      )}
    </>
  )
}

function BinderList({ onOpen }: { onOpen: (id: string) => void }) {
  const list = useList(listBinders, { filters: {}, input: ({ cursor }) => ({ query: { cursor } }) })
  const columns: Column<ListedBinder>[] = [
    {
      key: 'state',
      header: 'Binder',
      isPrimary: true,
      cell: (binder) => (
        <button
          type="button"
          className="text-left font-medium text-accent-ink hover:underline"
          onClick={() => onOpen(binder.id)}
        >
          {nameOf(binder)}, {periodOf(binder)}
        </button>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => <Badge tone={statusWords[status].tone}>{statusWords[status].label}</Badge>,
    },
    {
      key: 'covered',
      header: 'Covered',
      // Until then, it changes with every certificate that comes.
      cell: ({ counts }) => (counts ? `${count(counts.covered)} of ${count(counts.sales)}` : 'Open to see'),
    },
    { key: 'started', header: 'Started', cell: ({ createdAt }) => formatDayOf(createdAt) },
    { key: 'by', header: 'By', cell: ({ requestedBy }) => requestedBy ?? 'Former team member' },
  ]
  return (
    <ListView
      caption="Audit binders"
      columns={columns}
      {...list.view}
      rowId={({ id }) => id}
      toolbar={null}
      empty={
        <EmptyState icon={<FolderArchive aria-hidden />} title="No binders yet">
          Choose a state and a period above. We’ll show you what is covered before anything is made.
        </EmptyState>
      }
    />
  )
}
