import {
  type Document,
  type documentSorts,
  documentStatuses,
  listDocuments,
} from '@exempta/contract/documents'
import { texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { Download, FileText, SearchX, Share2, Upload } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { listProps, type Sort, useListState } from '../../../lib/list-state.ts'
import { listQuery, queryClient } from '../../../lib/query.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { downloadDocument } from '../../../ui/download-document.ts'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { DeleteDialog } from '../document-actions.tsx'
import { useDocumentProgress } from '../document-progress.ts'
import { documentColumns } from './document-columns.tsx'

const newest: Sort = { by: 'date', direction: 'desc' }
const shape = {
  filters: { status: documentStatuses },
  sortable: ['name', 'date'],
  defaultSort: newest,
}
const orders: Record<string, (typeof documentSorts)[number]> = {
  'date.desc': 'newest',
  'date.asc': 'oldest',
  'name.asc': 'name',
  'name.desc': 'name-down',
}

/** The page of documents that the address asks for, and the ways to ask for another. */
function useDocuments() {
  const state = useListState(shape)
  const { search, filters, sort = newest, cursor } = state
  const status = documentStatuses.find((one) => one === filters.status)
  const query = { search, status, sort: orders[`${sort.by}.${sort.direction}`], cursor }
  const list = useQuery(listQuery(listDocuments, { query }))
  return { state, list, isNarrowed: search !== '' || status !== undefined || cursor !== undefined }
}

/** The specified words, and what to do next. */
function NoDocuments({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <EmptyState icon={<SearchX aria-hidden />} title={texts.documents.empty}>
        Try another word, or choose All Status.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<FileText aria-hidden />}
      title={texts.documents.empty}
      action={
        <LinkButton to="/user/upload">
          <Upload aria-hidden className="size-4" />
          Upload Document
        </LinkButton>
      }
    >
      You have not uploaded anything yet. Send a certificate or a card photo: we hide what must stay private,
      and you see the result here.
    </EmptyState>
  )
}

function DownloadSelected({ documents }: { documents: readonly Document[] }) {
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    for (const { id } of documents) await downloadDocument(id)
    setBusy(false)
  }
  return (
    <Button variant="secondary" size="sm" isLoading={isBusy} onClick={() => void download()}>
      <Download aria-hidden className="size-4" />
      Download Selected ({documents.length})
    </Button>
  )
}

const statusOptions = [
  { value: 'processed', label: 'Processed' },
  { value: 'processing', label: 'Processing' },
  { value: 'failed', label: 'Failed' },
]

interface DocumentsListProps {
  /** `onShared` is called when they were: the selection has done its work. */
  onShare: (documents: readonly Document[], onShared: () => void) => void
}

/** Everything the person has uploaded; stays in step with the server. */
export function DocumentsList({ onShare }: DocumentsListProps) {
  useDocumentProgress()
  const { state, list, isNarrowed } = useDocuments()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [inQuestion, setInQuestion] = useState<Document>()
  const frame = useRef<HTMLDivElement>(null)
  const askToDelete = useCallback((document: Document) => setInQuestion(document), [])
  const columns = useMemo(() => documentColumns(askToDelete), [askToDelete])
  const rows = list.data?.items
  const chosen = rows?.filter((row) => isSelectable(row) && selected.has(row.id)) ?? []

  async function onDeleted() {
    await queryClient.invalidateQueries({ queryKey: ['documents'] })
    // The button that was pressed has gone with its row.
    frame.current?.focus()
  }
  function onShared() {
    setSelected(new Set())
    // The bar with the button that was pressed goes with the selection.
    frame.current?.focus()
  }
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <ListView
        caption="My Documents"
        columns={columns}
        {...listProps(list, state)}
        rowId={(row) => row.id}
        sort={state.sort}
        onSort={state.setSort}
        selection={{
          selected: new Set(chosen.map(({ id }) => id)),
          onChange: setSelected,
          canSelect: isSelectable,
          nameOf: ({ name }) => name,
        }}
        toolbar={
          <>
            <SearchInput label="Search documents..." value={state.search} onSearch={state.setSearch} />
            <FilterSelect
              label="Status"
              allLabel="All Status"
              value={state.filters.status}
              options={statusOptions}
              onChange={(value) => state.setFilter('status', value)}
            />
          </>
        }
        empty={<NoDocuments isNarrowed={isNarrowed} />}
      />
      <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
        <Button size="sm" onClick={() => onShare(chosen, onShared)}>
          <Share2 aria-hidden className="size-4" />
          Share Selected ({chosen.length})
        </Button>
        <DownloadSelected documents={chosen} />
      </BulkBar>
      <DeleteDialog
        document={inQuestion}
        onClose={() => setInQuestion(undefined)}
        onDeleted={() => void onDeleted()}
      />
    </div>
  )
}

const isSelectable = ({ status }: Document) => status === 'processed'
