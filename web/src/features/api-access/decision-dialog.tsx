import { type ApiAccessDecision, type ApiAccessRequest, decideApiAccess } from '@exempta/contract/api-access'
import { limits } from '@exempta/contract/limits'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { refreshAdmin } from '../../lib/refresh-admin.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'

const possible: Record<ApiAccessRequest['state'], readonly ApiAccessDecision[]> = {
  requested: ['decline', 'approve'],
  approved: ['withdraw'],
  declined: ['approve'],
  withdrawn: ['approve'],
}

const words = {
  approve: { label: 'Approve', done: 'was approved', variant: 'primary' },
  decline: { label: 'Decline', done: 'was declined', variant: 'secondary' },
  withdraw: { label: 'Withdraw', done: 'was withdrawn; its keys are revoked', variant: 'danger' },
} as const

interface DecisionDialogProps {
  request: ApiAccessRequest
  onClose: () => void
}

export default function DecisionDialog({ request, onClose }: DecisionDialogProps) {
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
      toast.success(`API access of ${business.name} ${words[decision].done}.`)
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
      title={`API access of ${business.name}`}
      description="The managers of the business are told, here and by mail."
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
            { label: 'Requested by', value: requestedBy ?? 'An account that is gone' },
            { label: 'Requested', value: <RelativeTime at={requestedAt} /> },
            { label: 'Purpose', value: <span className="[overflow-wrap:anywhere]">{purpose}</span> },
          ]}
        />
        {decisions.some((decision) => decision !== 'approve') && (
          <Field
            label={state === 'requested' ? 'Reason, when you decline' : 'Reason'}
            hint="The managers read it."
            isRequired={false}
          >
            <Textarea
              rows={3}
              maxLength={limits.apiDecisionReasonLength}
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
