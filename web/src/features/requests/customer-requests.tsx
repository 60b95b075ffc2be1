import { type CertificateRequest, listRequests } from '@exempta/contract/requests'
import { useState } from 'react'
import { useGrowingList } from '../../lib/growing-list.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { useMembership } from '../../lib/roles.ts'
import { GrowingTable } from '../../ui/growing-table.tsx'
import { useFollowUp } from './follow-up.tsx'
import { requestColumns } from './request-columns.tsx'
import { requestName } from './request-name.ts'

const RequestCodeDialog = onDemand(async () => (await import('./ask-dialogs.tsx')).RequestCodeDialog)

/** What one customer was asked for, and what came of it. */
export function CustomerRequests({ customerId }: { customerId: string }) {
  const { isManager } = useMembership()
  const followUp = useFollowUp()
  const [shown, setShown] = useState<CertificateRequest>()
  const list = useGrowingList(listRequests, { input: { query: { customerId } } })
  return (
    <>
      <GrowingTable
        caption="Requests"
        list={list}
        columns={requestColumns({ isManager, followUp, onShow: setShown })}
        rowId={({ id }) => id}
        empty="No requests yet"
      >
        Ask for a certificate, and the request appears here.
      </GrowingTable>
      {shown && (
        <RequestCodeDialog request={shown} title={requestName(shown)} onClose={() => setShown(undefined)} />
      )}
      {followUp.dialog}
    </>
  )
}
