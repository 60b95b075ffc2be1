import { certificateLimits } from '@exempta/contract/certificates/limits'
import {
  getReceivedChoices,
  listReceived,
  type ReceivedDocument,
  receivedExpirations,
  receivedStatuses,
} from '@exempta/contract/review'
import { stateNames } from '@exempta/contract/states'
import { texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { CheckCheck, Inbox, ListChecks, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { errorText } from '../../../lib/api-error.ts'
import { byDate, useList } from '../../../lib/list.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { routeQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Selection } from '../../../ui/data-table.tsx'
import { ListFilter, ListSearch, ListView } from '../../../ui/list-view.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import type { Option } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'
import { findOldestPending, verifyInList, workspaceOf } from '../review-actions.ts'
import { ShortcutHint, useRowKeys, useShortcuts } from '../shortcuts.tsx'
import type { WorkspaceEntry } from '../workspace/review-workspace.tsx'
import { receivedColumns } from './received-columns.tsx'

const title = 'Received Documents'

export const meta = pageMeta(title)

export default function DocumentsPage() {
  return (
    <>
      <PageHeader title={title} description="Review the documents shared with your business." />
      <ReceivedDocuments />
    </>
  )
}

const useReceived = () =>
  useList(listReceived, {
    filters: {
      status: receivedStatuses,
      assigned: ['me'],
      state: /^[A-Z]{2}$/,
      form: /^[a-z0-9.-]{1,60}$/,
      expires: receivedExpirations,
    },
    sortable: ['date'],
    defaultSort: { by: 'date', direction: 'desc' },
    input: ({ search, filters, sort, cursor }) => ({
      query: { search, ...filters, sort: byDate(sort), cursor },
    }),
  })

/** The specified words, and what to do next. */
function NoReceived({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <EmptyState
      icon={isNarrowed ? <SearchX aria-hidden /> : <Inbox aria-hidden />}
      title={texts.documents.empty}
    >
      {isNarrowed
        ? 'Try a different search, or remove a filter.'
        : 'No one has shared a document with your business yet. Ask your customers to search for your business when they share. Documents appear here right away.'}
    </EmptyState>
  )
}

const statusOptions = [
  { value: 'verified', label: 'Verified' },
  { value: 'pending', label: 'Pending' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'by-rules', label: 'Verified by Exempta’s rules' },
]
const expiresOptions = [
  { value: 'expired', label: 'Expired' },
  { value: 'soon', label: `Within ${certificateLimits.expiresSoonDays} days` },
]
const isPending = ({ status }: ReceivedDocument) => status === 'pending'

/** What is chosen stays a choice, also when no certificate has it anymore. */
const optionsWith = (chosen: string | undefined, options: Option[] = []): Option[] =>
  !chosen || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: stateNames[chosen] ?? chosen }]

/** Everything shared with the own business; stays in step with the server. */
function ReceivedDocuments() {
  const { canReview } = useMembership()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params] = useSearchParams()
  const list = useReceived()
  const { rows } = list
  const { data: choices } = useQuery(routeQuery(getReceivedChoices, {}))
  const shortcuts = useShortcuts()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const chosen = rows?.filter((row) => isPending(row) && selected.has(row.id)) ?? []

  const open = (id: string, state?: WorkspaceEntry) => void navigate(workspaceOf(id, search), { state })
  const actions = {
    canReview,
    addressOf: ({ id }: ReceivedDocument) => workspaceOf(id, search),
    onVerify: (row: ReceivedDocument) => void verifyInList([row]),
    onReject: ({ id }: ReceivedDocument) => open(id, { isRejecting: true }),
  }
  useRowKeys({ frame, rows: rows ?? [], isOn: shortcuts.isOn, ...actions })

  async function verifyChosen() {
    setBusy(true)
    const isDone = await verifyInList(chosen)
    setBusy(false)
    if (!isDone) return
    setSelected(new Set())
    // The bar with the pressed button disappears with the selection, so the focus needs a new place.
    frame.current?.focus()
  }
  async function reviewPending() {
    try {
      const id = await findOldestPending(list.filters.assigned)
      if (id) open(id)
      else toast.info('There’s nothing left to review.')
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
  // Notifications of earlier releases have this address.
  const openId = params.get('open')
  if (openId) return <Navigate replace to={workspaceOf(openId)} />
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <ListView
        caption="Received Documents"
        isTight
        columns={receivedColumns({ ...actions, canSort: !list.filters.expires })}
        {...list.view}
        // What expires is listed by its end date.
        sort={list.filters.expires ? undefined : list.sort}
        rowId={({ id }) => id}
        {...(canReview && { selection })}
        toolbar={
          <>
            <ListSearch list={list} label="Search documents or users..." />
            <div className="grid grid-cols-2 gap-3 sm:contents">
              <ListFilter
                list={list}
                name="status"
                label="Status"
                allLabel="All Status"
                options={statusOptions}
              />
              <ListFilter
                list={list}
                name="assigned"
                label="Assigned to"
                allLabel="Assigned to anyone"
                options={[{ value: 'me', label: 'Assigned to me' }]}
              />
              <ListFilter
                list={list}
                name="state"
                label="State"
                allLabel="All States"
                options={optionsWith(
                  list.filters.state,
                  choices?.states.map((value) => ({ value, label: stateNames[value] ?? value })),
                )}
              />
              <ListFilter
                list={list}
                name="form"
                label="Form"
                allLabel="All Forms"
                options={optionsWith(
                  list.filters.form,
                  choices?.forms.map(({ code, name }) => ({ value: code, label: name })),
                )}
              />
              <ListFilter
                list={list}
                name="expires"
                label="Expires"
                allLabel="Any End Date"
                options={expiresOptions}
              />
            </div>
            {canReview && (
              <Button className="sm:ml-auto" onClick={() => void reviewPending()}>
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
    </div>
  )
}
