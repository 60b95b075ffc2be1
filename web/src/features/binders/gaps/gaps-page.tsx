import { type ListedSalesList, listSalesLists } from '@exempta/contract/binders/sales-lists'
import { FileSearch } from 'lucide-react'
import { formatDayOf } from '../../../lib/format.ts'
import { useAddressParams, useList } from '../../../lib/list.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { useMembership } from '../../../lib/roles.ts'
import { Banner } from '../../../ui/banner.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { count } from '../binder-words.ts'
import { NewSalesList } from './new-sales-list.tsx'

const SalesListView = onDemand(async () => (await import('./sales-list-view.tsx')).SalesListView)

const title = 'Missing Certificates'

export const meta = pageMeta(title)

/** The list that is open is in the address. */
export default function GapsPage() {
  const { isManager } = useMembership()
  const { params, change } = useAddressParams()
  const openId = params.get('id')
  const open = (id: string | undefined) =>
    change((now) => {
      for (const name of ['id', 'after', 'trail']) now.delete(name)
      if (id) now.set('id', id)
      return now
    })
  return (
    <>
      <PageHeader
        title={title}
        description="Find customers who bought without tax and without a good certificate, see what that may cost you, and ask them for one."
      />
      {!isManager ? (
        <Banner>Only managers can work with lists of sales.</Banner>
      ) : openId ? (
        <SalesListView key={openId} id={openId} onClose={() => open(undefined)} />
      ) : (
        <div className="grid gap-6">
          <NewSalesList onAdded={open} />
          <SalesLists onOpen={open} />
        </div>
      )}
    </>
  )
}

function SalesLists({ onOpen }: { onOpen: (id: string) => void }) {
  const list = useList(listSalesLists, { filters: {}, input: ({ cursor }) => ({ query: { cursor } }) })
  const columns: Column<ListedSalesList>[] = [
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
    { key: 'sales', header: 'Sales', align: 'right', cell: ({ rows }) => count(rows) },
    { key: 'states', header: 'States', cell: ({ states }) => states.map(({ state }) => state).join(', ') },
    { key: 'by', header: 'By', cell: ({ createdBy }) => createdBy ?? 'Former team member' },
  ]
  return (
    <ListView
      caption="Lists of sales"
      columns={columns}
      {...list.view}
      rowId={({ id }) => id}
      toolbar={null}
      empty={
        <EmptyState icon={<FileSearch aria-hidden />} title="No lists yet">
          Add a list of sales above, and we’ll show you which certificates are missing.
        </EmptyState>
      }
    />
  )
}
