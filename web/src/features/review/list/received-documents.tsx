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
import { Inbox, ListChecks, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { errorText } from '../../../lib/api-error.ts'
import { byDate, useList } from '../../../lib/list.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { routeQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { viewSearch } from '../../../lib/saved-views.ts'
import { useLetterKeys } from '../../../shared/letter-keys.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Selection } from '../../../ui/data-table.tsx'
import { ListFilter, ListSearch, ListView } from '../../../ui/list-view.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import type { Option } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'
import { ViewBar } from '../../../ui/view-bar.tsx'
import { findOldestPending, verifyInList, workspaceOf } from '../review-actions.ts'
import { ShortcutHint, useRowKeys } from '../shortcuts.tsx'
import { useVerifyQuestion } from '../verify-anyway.tsx'
import type { WorkspaceEntry } from '../workspace/review-workspace.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { receivedColumns } from './received-columns.tsx'

const title = 'Received Documents'

export const meta = pageMeta(title)

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

/** What waits for a decision is listed as it came: the longest first. */
const views = [
  { name: 'All', search: '' },
  { name: 'Waiting for a decision', search: viewSearch('?status=pending&sort=date.asc') },
  { name: 'Assigned to me', search: viewSearch('?assigned=me') },
  { name: 'Verified by rules', search: viewSearch('?status=by-rules') },
  { name: 'Expiring soon', search: viewSearch('?expires=soon') },
]

/** What is chosen stays a choice, also when no certificate has it anymore. */
const optionsWith = (chosen: string | undefined, options: Option[] = []): Option[] =>
  !chosen || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: stateNames[chosen] ?? chosen }]

/** Everything shared with the own business; stays in step with the server. */
export default function ReceivedDocuments() {
  const { canReview } = useMembership()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params] = useSearchParams()
  const list = useReceived()
  const { rows } = list
  const { data: choices } = useQuery(routeQuery(getReceivedChoices, {}))
  const shortcuts = useLetterKeys()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const chosen = rows?.filter((row) => selected.has(row.id)) ?? []
  const question = useVerifyQuestion(async (documents: readonly ReceivedDocument[]) => {
    setBusy(true)
    const isDone = await verifyInList(documents)
    setBusy(false)
    if (isDone) clear()
  })

  const open = (id: string, state?: WorkspaceEntry) => void navigate(workspaceOf(id, search), { state })
  const actions = {
    canReview,
    addressOf: ({ id }: ReceivedDocument) => workspaceOf(id, search),
    onVerify: (row: ReceivedDocument) => question.ask([row]),
    onReject: ({ id }: ReceivedDocument) => open(id, { isRejecting: true }),
  }
  useRowKeys({ frame, rows: rows ?? [], isOn: shortcuts.isOn, ...actions })

  function clear() {
    if (selected.size === 0) return
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
    nameOf: ({ document }) => document.name,
  }
  // Notifications of earlier releases have this address.
  const openId = params.get('open')
  if (openId) return <Navigate replace to={workspaceOf(openId)} />
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <PageHeader
        title={title}
        actions={
          canReview && (
            <Button onClick={() => void reviewPending()}>
              <ListChecks aria-hidden className="size-4" />
              Review Pending
            </Button>
          )
        }
      />
      <ViewBar list="received" own={views} />
      <ListView
        caption="Received Documents"
        isTight
        columns={receivedColumns({ ...actions, canSort: !list.filters.expires })}
        {...list.view}
        // What expires is listed by its end date.
        sort={list.filters.expires ? undefined : list.sort}
        rowId={({ id }) => id}
        selection={selection}
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
              allLabel="Any Expiration Date"
              options={expiresOptions}
            />
          </>
        }
        empty={<NoReceived isNarrowed={list.isNarrowed} />}
      />
      <BulkActions
        chosen={chosen}
        canReview={canReview}
        isVerifying={isBusy}
        onVerify={question.ask}
        onDone={clear}
      />
      {question.dialog}
      <ShortcutHint canReview={canReview} isOn={shortcuts.isOn} onChange={shortcuts.change} />
    </div>
  )
}
