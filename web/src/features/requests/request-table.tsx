import {
  type CertificateRequest,
  closeRequest,
  listRequests,
  requestStatuses,
  requestStatusWords,
} from '@exempta/contract/requests'
import { stateNames } from '@exempta/contract/states'
import { Inbox, QrCode, SearchX } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { useList } from '../../lib/list.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { useMembership } from '../../lib/roles.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ConfirmDialog } from '../../ui/dialogs.tsx'
import { ListFilter, ListSearch, ListView } from '../../ui/list-view.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshRequests } from './refresh.ts'

const RequestCodeDialog = onDemand(async () => (await import('./ask-dialogs.tsx')).RequestCodeDialog)

const statusOptions = requestStatuses.map((value) => ({ value, label: requestStatusWords[value] }))

const tones: Record<CertificateRequest['status'], Tone> = {
  open: 'neutral',
  sent: 'info',
  opened: 'info',
  received: 'warning',
  verified: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
  declined: 'neutral',
  bounced: 'danger',
  closed: 'neutral',
}

/** Requests, all of them or those of one list. It follows what customers do. */
export function RequestTable({ campaignId }: { campaignId?: string }) {
  const { isManager } = useMembership()
  const list = useList(listRequests, {
    filters: { status: requestStatuses },
    input: ({ search, filters: { status }, cursor }) => ({ query: { search, status, campaignId, cursor } }),
  })
  const [shown, setShown] = useState<CertificateRequest>()
  const [closed, setClosed] = useState<CertificateRequest>()
  const columns: Column<CertificateRequest>[] = [
    {
      key: 'customer',
      header: 'Customer',
      isPrimary: true,
      cell: (request) =>
        request.receivedId && request.kind !== 'standing' ? (
          <TextLink to={`/business/documents/${request.receivedId}`}>{nameOf(request)}</TextLink>
        ) : (
          nameOf(request)
        ),
    },
    { key: 'state', header: 'State', cell: ({ state }) => (state ? (stateNames[state] ?? state) : 'Any') },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status, kind, receivedCount }) => (
        <span className="grid justify-items-start gap-1">
          <Badge tone={tones[status]}>{requestStatusWords[status]}</Badge>
          {kind === 'standing' && (
            <span className="text-sm text-ink-muted">{receivedCount.toLocaleString('en-US')} received</span>
          )}
        </span>
      ),
    },
    { key: 'created', header: 'Asked', cell: ({ createdAt }) => formatDay(createdAt.slice(0, 10)) },
    {
      key: 'actions',
      header: 'Actions',
      cell: (request) =>
        request.closedAt ? null : (
          <span className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" onClick={() => setShown(request)}>
              <QrCode aria-hidden className="size-4" />
              Link
            </Button>
            {isManager && (
              <Button variant="ghost" size="sm" onClick={() => setClosed(request)}>
                Close
              </Button>
            )}
          </span>
        ),
    },
  ]
  return (
    <>
      <ListView
        caption="Requests"
        columns={columns}
        {...list.view}
        rowId={({ id }) => id}
        toolbar={
          <>
            <ListSearch list={list} label="Search requests..." />
            <ListFilter
              list={list}
              name="status"
              label="Status"
              allLabel="All Status"
              options={statusOptions}
            />
          </>
        }
        empty={
          list.isNarrowed ? (
            <EmptyState icon={<SearchX aria-hidden />} title="No requests match.">
              Try the beginning of another word, or remove the filter.
            </EmptyState>
          ) : (
            <EmptyState icon={<Inbox aria-hidden />} title="No requests yet">
              Ask a customer, and what they send appears here.
            </EmptyState>
          )
        }
      />
      {shown && (
        <RequestCodeDialog request={shown} title={nameOf(shown)} onClose={() => setShown(undefined)} />
      )}
      <ConfirmDialog
        isOpen={closed !== undefined}
        onOpenChange={() => setClosed(undefined)}
        title="Close Request"
        question="Close this request? Its link and QR code stop working. You keep what you received."
        subject={closed && nameOf(closed)}
        confirmLabel="Close"
        onConfirm={async () => {
          if (!closed) return
          await call(closeRequest, { params: { id: closed.id } })
          await refreshRequests()
          toast.success('Closed the request.')
        }}
      />
    </>
  )
}

const nameOf = ({ customerName, senderName, email, location, kind }: CertificateRequest): string =>
  customerName ??
  senderName ??
  email ??
  (kind === 'standing' ? `Counter: ${location ?? ''}` : 'A customer with the link')
