import {
  type ApiAccessDecision,
  type ApiAccessRequest,
  apiAccessStates,
  decideApiAccess,
  listApiAccess,
} from '@exempta/contract/api/keys'
import { apiLimits } from '@exempta/contract/api/limits'
import { KeyRound, SearchX } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { useList } from '../../../lib/list.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { refreshAdmin } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Field } from '../../../ui/field.tsx'
import { ListFilter, ListSearch, ListView } from '../../../ui/list-view.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { RelativeTime, TextLink } from '../../../ui/text.tsx'
import { Textarea } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { ApiAccessBadge, stateNames } from './api-access-words.tsx'

const title = 'API Access'

export const meta = pageMeta(title)

export default function ApiAccessPage() {
  return (
    <>
      <PageHeader title={title} description="Requests from businesses to use the API." />
      <AccessRequests />
    </>
  )
}

const requestColumns = (onDecide: (request: ApiAccessRequest) => void): Column<ApiAccessRequest>[] => [
  {
    key: 'business',
    header: 'Business',
    isPrimary: true,
    cell: ({ business, requestedBy }) => (
      <span className="grid justify-items-start [overflow-wrap:anywhere]">
        <TextLink to={`/admin/businesses/${business.id}`}>{business.name}</TextLink>
        {requestedBy && <span className="text-xs font-normal text-ink-muted">{requestedBy}</span>}
      </span>
    ),
  },
  {
    key: 'purpose',
    header: 'Purpose',
    cell: ({ purpose, reason }) => (
      <span className="grid max-w-md gap-0.5 whitespace-pre-line [overflow-wrap:anywhere]">
        {purpose}
        {reason && <span className="text-xs text-ink-muted">Our reply: {reason}</span>}
      </span>
    ),
  },
  { key: 'requested', header: 'Requested', cell: ({ requestedAt }) => <RelativeTime at={requestedAt} /> },
  { key: 'state', header: 'Status', cell: ({ state }) => <ApiAccessBadge state={state} /> },
  {
    key: 'keys',
    header: 'Keys',
    cell: ({ keys, lastUsedAt }) => (
      <span className="grid">
        {keys}
        {lastUsedAt && (
          <span className="text-xs text-ink-muted">
            used <RelativeTime at={lastUsedAt} />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (request) => (
      <Button
        size="sm"
        variant={request.state === 'requested' ? 'primary' : 'secondary'}
        aria-label={`${actionOf(request)} ${request.business.name}`}
        onClick={() => onDecide(request)}
      >
        {actionOf(request)}
      </Button>
    ),
  },
]

const actionOf = ({ state }: ApiAccessRequest) =>
  ({ requested: 'Decide', approved: 'Withdraw', declined: 'Approve', withdrawn: 'Approve' })[state]

const possible: Record<ApiAccessRequest['state'], readonly ApiAccessDecision[]> = {
  requested: ['decline', 'approve'],
  approved: ['withdraw'],
  declined: ['approve'],
  withdrawn: ['approve'],
}

const words = {
  approve: { label: 'Approve', done: 'was approved', variant: 'primary' },
  decline: { label: 'Decline', done: 'was declined', variant: 'secondary' },
  withdraw: { label: 'Withdraw', done: 'was withdrawn and its keys revoked', variant: 'danger' },
} as const

interface DecisionDialogProps {
  request: ApiAccessRequest
  onClose: () => void
}

function DecisionDialog({ request, onClose }: DecisionDialogProps) {
  const { business, state, requestedBy, requestedAt, purpose } = request
  const [reason, setReason] = useState('')
  const [busyWith, setBusyWith] = useState<ApiAccessDecision>()
  const [failure, setFailure] = useState<string>()
  const decisions = possible[state]

  async function decide(decision: ApiAccessDecision) {
    setBusyWith(decision)
    setFailure(undefined)
    try {
      const body = { decision, ...(decision !== 'approve' && { reason }) }
      await call(decideApiAccess, { params: { businessId: business.id }, body })
      toast.success(`API access for ${business.name} ${words[decision].done}.`)
      onClose()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusyWith(undefined)
      await refreshAdmin()
    }
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`API access for ${business.name}`}
      description="We’ll notify the business’s managers in Exempta and by email."
      actions={decisions.map((decision) => (
        <Button
          key={decision}
          variant={words[decision].variant}
          isLoading={busyWith === decision}
          disabled={busyWith !== undefined}
          onClick={() => void decide(decision)}
        >
          {words[decision].label}
        </Button>
      ))}
    >
      <div className="grid gap-4">
        <Facts
          layout="rows"
          facts={[
            { label: 'Requested by', value: requestedBy ?? 'Deleted account' },
            { label: 'Requested', value: <RelativeTime at={requestedAt} /> },
            {
              label: 'Purpose',
              value: <span className="whitespace-pre-line [overflow-wrap:anywhere]">{purpose}</span>,
            },
          ]}
        />
        {decisions.some((decision) => decision !== 'approve') && (
          <Field
            label={state === 'requested' ? 'Reason (if you decline)' : 'Reason'}
            hint="The managers will see this."
            isRequired={false}
          >
            <Textarea
              rows={3}
              maxLength={apiLimits.apiDecisionReasonLength}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        )}
        {failure && <Banner tone="danger">{failure}</Banner>}
      </div>
    </Dialog>
  )
}

const stateOptions = apiAccessStates.map((value) => ({ value, label: stateNames[value] }))

/** Which businesses asked for API access, and what was decided. */
function AccessRequests() {
  const list = useList(listApiAccess, {
    filters: { state: apiAccessStates },
    input: ({ search, filters, cursor }) => ({ query: { search, ...filters, cursor } }),
  })
  const { isNarrowed } = list
  const [inQuestion, setInQuestion] = useState<ApiAccessRequest>()
  return (
    <>
      <ListView
        caption="API access requests"
        columns={requestColumns(setInQuestion)}
        {...list.view}
        rowId={({ business }) => business.id}
        toolbar={
          <>
            <ListSearch list={list} label="Search businesses..." />
            <ListFilter
              list={list}
              name="state"
              label="Status"
              allLabel="All Status"
              options={stateOptions}
            />
          </>
        }
        empty={
          <EmptyState
            icon={isNarrowed ? <SearchX aria-hidden /> : <KeyRound aria-hidden />}
            title="No requests found"
          >
            {isNarrowed
              ? 'Try a different search or clear the filters.'
              : 'When a business requests API access, it appears here right away.'}
          </EmptyState>
        }
      />
      {inQuestion && <DecisionDialog request={inQuestion} onClose={() => setInQuestion(undefined)} />}
    </>
  )
}
