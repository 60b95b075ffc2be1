import { listReceived, type ReceivedDocument, reviewStates } from '@exempta/contract/review'
import { texts } from '@exempta/contract/texts'
import { CheckCheck, Inbox, ListChecks, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { byDate, useAddressParams, useList } from '../../../lib/list.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { useMembership } from '../../../lib/roles.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Selection } from '../../../ui/data-table.tsx'
import { ListFilter, ListSearch, ListView } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { toast } from '../../../ui/toast.ts'
import { findNextPending, verify } from '../review-actions.ts'
import { ShortcutHint, useRowKeys, useShortcuts } from '../shortcuts.tsx'
import { receivedColumns } from './received-columns.tsx'

const PreviewDialog = onDemand(async () => (await import('../preview/preview-dialog.tsx')).PreviewDialog)

const useReceived = () =>
  useList(listReceived, {
    filters: { status: reviewStates },
    sortable: ['date'],
    defaultSort: { by: 'date', direction: 'desc' },
    input: ({ search, filters, sort, cursor }) => ({
      query: { search, ...filters, sort: byDate(sort), cursor },
    }),
  })

const name = 'open'

/** The open document is in the address, so that links can lead to it and Back closes it. */
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
        ? 'Try a different search, or choose All Status.'
        : 'No one has shared a document with your business yet. Ask your customers to search for your business when they share. Documents appear here right away.'}
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
  const list = useReceived()
  const { rows } = list
  const { openId, open, close } = useOpenDocument()
  const shortcuts = useShortcuts()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [rejectingId, setRejectingId] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const reviewed = useRef(new Set<string>())
  const chosen = rows?.filter((row) => isPending(row) && selected.has(row.id)) ?? []

  const actions = {
    canReview,
    onView: ({ id }: ReceivedDocument) => open(id),
    onVerify: (row: ReceivedDocument) => void verify([row]),
    onReject({ id }: ReceivedDocument) {
      setRejectingId(id)
      open(id)
    },
  }
  useRowKeys({ frame, rows: rows ?? [], isOn: shortcuts.isOn, ...actions })

  async function verifyChosen() {
    setBusy(true)
    const isDone = await verify(chosen)
    setBusy(false)
    if (!isDone) return
    setSelected(new Set())
    // The bar with the pressed button disappears with the selection, so the focus needs a new place.
    frame.current?.focus()
  }
  /** Opens the next one that waits; without one, the work is done. */
  async function goOn(id: string) {
    setRejectingId(undefined)
    reviewed.current.add(id)
    try {
      const nextId = await findNextPending(rows ?? [], id, reviewed.current)
      if (nextId) return open(nextId)
      toast.info('There’s nothing left to review.')
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
        columns={receivedColumns(actions)}
        {...list.view}
        rowId={({ id }) => id}
        {...(canReview && { selection })}
        toolbar={
          <>
            <ListSearch list={list} label="Search documents or users..." />
            <ListFilter
              list={list}
              name="status"
              label="Status"
              allLabel="All Status"
              options={statusOptions}
            />
            {canReview && (
              <Button className="sm:ml-auto" onClick={() => void goOn('')}>
                <ListChecks aria-hidden className="size-4" />
                Review Pending
              </Button>
            )}
          </>
        }
        empty={<NoReceived isNarrowed={list.isNarrowed} />}
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
