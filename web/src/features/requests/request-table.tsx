import {
  type CertificateRequest,
  listRequests,
  requestStatuses,
  requestStatusWords,
} from '@exempta/contract/requests'
import { Inbox, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../lib/list.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { useMembership } from '../../lib/roles.ts'
import type { Selection } from '../../ui/data-table.tsx'
import { ListFilter, ListSearch, ListView } from '../../ui/list-view.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { BulkFollowUp, useFollowUp } from './follow-up.tsx'
import { requestColumns } from './request-columns.tsx'
import { requestName } from './request-name.ts'

const RequestCodeDialog = onDemand(async () => (await import('./ask-dialogs.tsx')).RequestCodeDialog)

const statusOptions = requestStatuses.map((value) => ({ value, label: requestStatusWords[value] }))

/** Requests, all of them or those of one list. It follows what customers do. */
export function RequestTable({ campaignId }: { campaignId?: string }) {
  const { isManager } = useMembership()
  const list = useList(listRequests, {
    filters: { status: requestStatuses },
    input: ({ search, filters: { status }, cursor }) => ({ query: { search, status, campaignId, cursor } }),
    // Nothing tells this page when the mail server takes an email.
    refetchAfter: (page) => (page?.items.some(({ status }) => status === 'queued') ? 3000 : false),
  })
  const [shown, setShown] = useState<CertificateRequest>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const followUp = useFollowUp()
  const chosen = list.rows?.filter(({ id }) => selected.has(id)) ?? []
  const selection: Selection<CertificateRequest> = {
    selected: new Set(chosen.map(({ id }) => id)),
    onChange: setSelected,
    canSelect: ({ kind, closedAt }) => kind !== 'standing' && closedAt === null,
    nameOf: requestName,
  }
  return (
    <>
      <ListView
        caption="Requests"
        isTight
        columns={requestColumns({ isManager, followUp, onShow: setShown })}
        {...list.view}
        rowId={({ id }) => id}
        {...(isManager && { selection })}
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
        <RequestCodeDialog request={shown} title={requestName(shown)} onClose={() => setShown(undefined)} />
      )}
      <BulkFollowUp chosen={chosen} followUp={followUp} onDone={() => setSelected(new Set())} />
      {followUp.dialog}
    </>
  )
}
