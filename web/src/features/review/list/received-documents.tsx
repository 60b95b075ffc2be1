import { listReceived, type ReceivedDocument, reviewStates } from '@exempta/contract/received'
import { texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { CheckCheck, Inbox, ListChecks, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { listProps, type Sort, useAddressParams, useListState } from '../../../lib/list-state.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { listQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Selection } from '../../../ui/data-table.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { findNextPending, verify } from '../review-actions.ts'
import { ShortcutHint, useRowKeys, useShortcuts } from '../shortcuts.tsx'
import { receivedColumns } from './received-columns.tsx'

const PreviewDialog = onDemand(async () => (await import('../preview/preview-dialog.tsx')).PreviewDialog)

const newest: Sort = { by: 'date', direction: 'desc' }
const shape = { filters: { status: reviewStates }, sortable: ['date'], defaultSort: newest }

/** The page of received documents that the address asks for, and the ways to ask for another. */
function useReceived() {
  const state = useListState(shape)
  const { search, filters, sort = newest, cursor } = state
  const status = reviewStates.find((one) => one === filters.status)
  const order = sort.direction === 'asc' ? 'oldest' : 'newest'
  const list = useQuery(listQuery(listReceived, { query: { search, status, sort: order, cursor } }))
  return { state, list, isNarrowed: search !== '' || status !== undefined || cursor !== undefined }
}

const name = 'open'

/** The document looked at stands in the address: a link leads to it, and Back closes it. */
function useOpenDocument() {
  const { params, set } = useAddressParams()
  const show = (id: string | undefined, replace: boolean) =>
    set(name, id, { replace, preventScrollReset: true })
  return {
    openId: params.get(name) ?? undefined,
    open: (id: string) => show(id, params.has(name)),
    close: () => show(undefined, true),
  }
}

/** The specified words, and what to do next. */
function NoReceived({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <EmptyState
      icon={isNarrowed ? <SearchX aria-hidden /> : <Inbox aria-hidden />}
      title={texts.documents.empty}
    >
      {isNarrowed
        ? 'Try another word, or choose All Status.'
        : 'Nothing has been shared with your business yet. Ask your customers to find it by name when they share; what they send appears here at once.'}
    </EmptyState>
  )
}

const statusOptions = [
  { value: 'verified', label: 'Verified' },
  { value: 'pending', label: 'Pending' },
  { value: 'rejected', label: 'Rejected' },
]
const isPending = ({ status }: ReceivedDocument) => status === 'pending'

/** Everything shared with the own business; stays in step with the server. */
export function ReceivedDocuments() {
  const { canReview } = useMembership()
  const { state, list, isNarrowed } = useReceived()
  const { openId, open, close } = useOpenDocument()
  const shortcuts = useShortcuts()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [rejectingId, setRejectingId] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const reviewed = useRef(new Set<string>())
  const rows = list.data?.items
  const chosen = rows?.filter((row) => isPending(row) && selected.has(row.id)) ?? []

  const acts = {
    canReview,
    onView: ({ id }: ReceivedDocument) => open(id),
    onVerify: (row: ReceivedDocument) => void verify([row]),
    onReject({ id }: ReceivedDocument) {
      setRejectingId(id)
      open(id)
    },
  }
  useRowKeys({ frame, rows: rows ?? [], isOn: shortcuts.isOn, ...acts })

  async function verifyChosen() {
    setBusy(true)
    const isDone = await verify(chosen)
    setBusy(false)
    if (!isDone) return
    setSelected(new Set())
    // The bar with the button that was pressed goes with the selection.
    frame.current?.focus()
  }
  /** Opens the next one that waits; without one, the work is done. */
  async function goOn(id: string) {
    setRejectingId(undefined)
    reviewed.current.add(id)
    try {
      const nextId = await findNextPending(rows ?? [], id, reviewed.current)
      if (nextId) return open(nextId)
      toast.info('Nothing is left to review.')
      close()
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const selection: Selection<ReceivedDocument> = {
    selected: new Set(chosen.map(({ id }) => id)),
    onChange: setSelected,
    canSelect: isPending,
    nameOf: ({ document }) => document.name,
  }
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <ListView
        caption="Received Documents"
        columns={receivedColumns(acts)}
        {...listProps(list, state)}
        rowId={({ id }) => id}
        sort={state.sort}
        onSort={state.setSort}
        {...(canReview && { selection })}
        toolbar={
          <>
            <SearchInput
              label="Search documents or users..."
              value={state.search}
              onSearch={state.setSearch}
            />
            <FilterSelect
              label="Status"
              allLabel="All Status"
              value={state.filters.status}
              options={statusOptions}
              onChange={(value) => state.setFilter('status', value)}
            />
            {canReview && (
              <Button className="sm:ml-auto" onClick={() => void goOn('')}>
                <ListChecks aria-hidden className="size-4" />
                Review Pending
              </Button>
            )}
          </>
        }
        empty={<NoReceived isNarrowed={isNarrowed} />}
      />
      <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
        <Button size="sm" isLoading={isBusy} onClick={() => void verifyChosen()}>
          <CheckCheck aria-hidden className="size-4" />
          Verify Selected ({chosen.length})
        </Button>
      </BulkBar>
      <ShortcutHint canReview={canReview} isOn={shortcuts.isOn} onChange={shortcuts.change} />
      {openId && (
        <PreviewDialog
          id={openId}
          rows={rows ?? []}
          canReview={canReview}
          hasKeys={shortcuts.isOn}
          isRejecting={rejectingId === openId}
          onRejecting={(isRejecting) => setRejectingId(isRejecting ? openId : undefined)}
          onMove={open}
          onReviewed={() => goOn(openId)}
          onClose={() => {
            setRejectingId(undefined)
            close()
          }}
        />
      )}
    </div>
  )
}
