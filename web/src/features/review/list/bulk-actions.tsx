import { csvLine, csvStart } from '@exempta/contract/csv'
import type { ReceivedDocument } from '@exempta/contract/review'
import { stateNames } from '@exempta/contract/states'
import { useQuery } from '@tanstack/react-query'
import { CheckCheck, Download, FileDown, UserRound, X } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { saveTextFile } from '../../../lib/save-text-file.ts'
import { downloadDocuments } from '../../../shared/document-files.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'
import { assign, rejectAll } from '../review-actions.ts'
import { teamQuery } from '../workspace/document-facts.tsx'
import { Reason, ReasonField } from '../workspace/reject-form.tsx'

interface BulkActionsProps {
  chosen: readonly ReceivedDocument[]
  canReview: boolean
  isVerifying: boolean
  onVerify: (documents: readonly ReceivedDocument[]) => void
  onDone: () => void
}

const isPending = ({ status }: ReceivedDocument) => status === 'pending'
const counted = (count: number) => (count === 1 ? '1 document' : `${count} documents`)

/** What can be done with several documents at once. Those that are decided already are left as they are. */
export function BulkActions({ chosen, canReview, isVerifying, onVerify, onDone }: BulkActionsProps) {
  const [asking, setAsking] = useState<'reject' | 'assign'>()
  const pending = chosen.filter(isPending)
  const files = chosen.filter(({ canDownload }) => canDownload)
  const close = () => setAsking(undefined)
  return (
    <BulkBar count={chosen.length} onClear={onDone}>
      {canReview && pending.length > 0 && (
        <>
          <Button size="sm" isLoading={isVerifying} onClick={() => onVerify(pending)}>
            <CheckCheck aria-hidden className="size-4" />
            Verify Selected ({pending.length})
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setAsking('reject')}>
            <X aria-hidden className="size-4 text-danger" />
            Reject
          </Button>
        </>
      )}
      {canReview && (
        <Button variant="secondary" size="sm" onClick={() => setAsking('assign')}>
          <UserRound aria-hidden className="size-4" />
          Assign
        </Button>
      )}
      {files.length > 0 && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => void downloadDocuments(files.map(({ document }) => document.id))}
        >
          <Download aria-hidden className="size-4" />
          Download
        </Button>
      )}
      <Button
        variant="secondary"
        size="sm"
        onClick={() => saveTextFile('received-documents.csv', asCsv(chosen))}
      >
        <FileDown aria-hidden className="size-4" />
        Export CSV
      </Button>
      <Dialog isOpen={asking === 'reject'} onOpenChange={close} title={`Reject ${counted(pending.length)}`}>
        <ContractForm
          schema={Reason}
          defaultValues={{ reason: '' }}
          submitLabel={`Reject ${counted(pending.length)}`}
          submitVariant="danger"
          onCancel={close}
          onSubmit={async ({ reason }) => {
            await rejectAll(pending, reason)
            toast.success(`Rejected ${counted(pending.length)}. We’ll let the customers know why.`)
            close()
            onDone()
          }}
        >
          <ReasonField owner="Each customer" onCancel={close} />
        </ContractForm>
      </Dialog>
      <Dialog isOpen={asking === 'assign'} onOpenChange={close} title={`Assign ${counted(chosen.length)}`}>
        <AssignForm
          ids={chosen.map(({ id }) => id)}
          onClose={(isDone) => {
            close()
            if (isDone) onDone()
          }}
        />
      </Dialog>
    </BulkBar>
  )
}

function AssignForm({ ids, onClose }: { ids: readonly string[]; onClose: (isDone: boolean) => void }) {
  const { data } = useQuery(teamQuery)
  const [personId, setPersonId] = useState('')
  const [isBusy, setBusy] = useState(false)
  const members = data?.items.filter(({ status }) => status === 'active') ?? []
  async function save() {
    setBusy(true)
    try {
      await assign(ids, personId || null)
      const name = members.find((member) => member.personId === personId)?.name ?? 'no one'
      toast.success(`Assigned ${counted(ids.length)} to ${name}.`)
      onClose(true)
    } catch (error) {
      toast.error(errorText(error))
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-5">
      <Select
        aria-label="Assigned to"
        placeholder="No one"
        options={members.map((member) => ({
          value: member.personId,
          label: member.isSelf ? `${member.name} (you)` : member.name,
        }))}
        value={personId}
        onChange={(event) => setPersonId(event.target.value)}
      />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={() => onClose(false)}>
          Cancel
        </Button>
        <Button isLoading={isBusy} onClick={() => void save()}>
          Assign {counted(ids.length)}
        </Button>
      </div>
    </div>
  )
}

const headings = [
  'Document',
  'Customer',
  'Email',
  'Form',
  'States',
  'Numbers',
  'Expires',
  'Received',
  'Status',
  'Reviewed',
  'Reviewer',
  'Assigned to',
  'Reason',
]

/** What is on screen, for a spreadsheet. */
const asCsv = (rows: readonly ReceivedDocument[]): string =>
  csvStart +
  csvLine(headings) +
  rows
    .map(({ document, user, exemption, receivedAt, status, reviewedAt, reviewer, assignee, rejectReason }) =>
      csvLine([
        document.name,
        user.name,
        user.email,
        exemption?.form ?? null,
        exemption?.states.map(({ state }) => stateNames[state] ?? state).join(', ') ?? null,
        exemption?.states.flatMap(({ number }) => number ?? []).join(', ') ?? null,
        exemption?.expiresOn ?? null,
        receivedAt,
        status,
        reviewedAt,
        reviewer,
        assignee?.name ?? null,
        rejectReason,
      ]),
    )
    .join('')
