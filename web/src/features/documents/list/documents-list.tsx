import type { Document } from '@exempta/contract/documents'
import { Share2 } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { listProps } from '../../../lib/list-props.ts'
import { queryClient } from '../../../lib/query.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { DeleteDialog } from '../delete-dialog.tsx'
import { useDocumentProgress } from '../use-document-progress.ts'
import { documentColumns } from './document-columns.tsx'
import { DownloadSelected } from './download-selected.tsx'
import { NoDocuments } from './no-documents.tsx'
import { useDocuments } from './use-documents.ts'

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
