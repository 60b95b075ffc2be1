import { type Document, documentFilters, listDocuments } from '@exempta/contract/documents'
import { texts } from '@exempta/contract/texts'
import { Download, FileText, SearchX, Share2, Trash2, Upload } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { orderOf, useList } from '../../../lib/list.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { queryClient } from '../../../lib/query.ts'
import { downloadDocument, downloadDocuments } from '../../../shared/document-files.ts'
import { ToConfirm } from '../../../shared/to-confirm.tsx'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { ListFilter, ListSearch, ListView } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { DeleteDialog } from '../document-actions.tsx'
import { useDocumentProgress } from '../document-progress.ts'
import { documentColumns } from './document-columns.tsx'

const RenameDialog = onDemand(async () => (await import('../rename-dialog.tsx')).RenameDialog)

const orders = {
  'date.desc': 'newest',
  'date.asc': 'oldest',
  'name.asc': 'name',
  'name.desc': 'name-down',
} as const

const useDocuments = () =>
  useList(listDocuments, {
    filters: { status: documentFilters },
    sortable: ['name', 'date'],
    defaultSort: { by: 'date', direction: 'desc' },
    input: ({ search, filters, sort, cursor }) => ({
      query: { search, ...filters, sort: orderOf(orders, sort), cursor },
    }),
  })

/** The specified words, and what to do next. */
function NoDocuments({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <EmptyState icon={<SearchX aria-hidden />} title={texts.documents.empty}>
        Try a different search, or choose All Status.
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
          Upload Documents
        </LinkButton>
      }
    >
      You haven’t uploaded anything yet. Upload a certificate or a card photo. We hide the private details,
      and you see the result here.
    </EmptyState>
  )
}

/** One file as it is, several as one ZIP file. */
function DownloadSelected({ documents }: { documents: readonly Document[] }) {
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    const [first] = documents
    if (first && documents.length === 1) await downloadDocument(first.id)
    else await downloadDocuments(documents.map(({ id }) => id))
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
  { value: 'needs-check', label: 'Check before sharing' },
  { value: 'to-confirm', label: 'To confirm' },
  { value: 'rejected', label: 'Rejected' },
]

interface DocumentsListProps {
  /** `onShared` is called when they were: the selection has done its work. */
  onShare: (documents: readonly Document[], onShared: () => void) => void
}

/** Everything the person has uploaded; stays in step with the server. */
export function DocumentsList({ onShare }: DocumentsListProps) {
  useDocumentProgress()
  const list = useDocuments()
  const { rows } = list
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [inQuestion, setInQuestion] = useState<readonly Document[]>([])
  const [renamed, setRenamed] = useState<Document>()
  const frame = useRef<HTMLDivElement>(null)
  const columns = useMemo(
    () => documentColumns({ onRename: setRenamed, onDelete: (document) => setInQuestion([document]) }),
    [],
  )
  const chosen = rows?.filter((row) => isSelectable(row) && selected.has(row.id)) ?? []

  async function onDeleted() {
    await queryClient.invalidateQueries({ queryKey: ['documents'] })
    // The pressed button disappeared with its row, so the focus needs a new place.
    frame.current?.focus()
  }
  function onShared() {
    setSelected(new Set())
    // The bar with the pressed button disappears with the selection, so the focus needs a new place.
    frame.current?.focus()
  }
  return (
    <div ref={frame} tabIndex={-1} className="grid gap-4 outline-none">
      {list.filters.status !== 'to-confirm' && <ToConfirm count={list.page?.toConfirm ?? 0} />}
      <ListView
        caption="My Documents"
        columns={columns}
        {...list.view}
        rowId={(row) => row.id}
        selection={{
          selected: new Set(chosen.map(({ id }) => id)),
          onChange: setSelected,
          canSelect: isSelectable,
          nameOf: ({ name }) => name,
        }}
        toolbar={
          <>
            <ListSearch list={list} label="Search documents..." />
            <ListFilter
              list={list}
              name="status"
              label="Status"
              allLabel="All Status"
              options={statusOptions}
            />
          </>
        }
        empty={<NoDocuments isNarrowed={list.isNarrowed} />}
      />
      <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
        <Button size="sm" onClick={() => onShare(chosen, onShared)}>
          <Share2 aria-hidden className="size-4" />
          Share Selected ({chosen.length})
        </Button>
        <DownloadSelected documents={chosen} />
        <Button variant="secondary" size="sm" onClick={() => setInQuestion(chosen)}>
          <Trash2 aria-hidden className="size-4 text-danger" />
          Delete Selected ({chosen.length})
        </Button>
      </BulkBar>
      {renamed && <RenameDialog document={renamed} onClose={() => setRenamed(undefined)} />}
      <DeleteDialog
        documents={inQuestion}
        onClose={() => setInQuestion([])}
        onDeleted={() => void onDeleted()}
      />
    </div>
  )
}

const isSelectable = ({ status, needsCheck }: Document) => status === 'processed' && !needsCheck
