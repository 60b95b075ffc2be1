import {
  type Auditor,
  type AuditorStatus,
  auditorLimits,
  inviteAuditor,
  listAuditors,
  NewAuditor,
  revokeAuditor,
} from '@exempta/contract/binders/auditors'
import { dayMs } from '@exempta/contract/durations'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { formatDayOf } from '../../../lib/format.ts'
import { failureOf, queryClient, routeQuery } from '../../../lib/query.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { FormTextField } from '../../../ui/form-field.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: ['binders'] })

const statusWords: Record<AuditorStatus, { label: string; tone: Tone }> = {
  invited: { label: 'Invited', tone: 'info' },
  bounced: { label: 'Not delivered', tone: 'danger' },
  seen: { label: 'Viewed', tone: 'success' },
  expired: { label: 'Expired', tone: 'neutral' },
  revoked: { label: 'Access revoked', tone: 'neutral' },
}

/** Who may look at the binder, and the form that invites one more. */
export function AuditorsCard({ binderId, isReady }: { binderId: string; isReady: boolean }) {
  const params = { id: binderId }
  const query = useQuery(routeQuery(listAuditors, { params }))
  const failure = failureOf(query)
  const auditors = query.data?.items
  const [isInviting, setInviting] = useState(false)
  const [ending, setEnding] = useState<Auditor>()
  if (!isReady && auditors?.length === 0) return null
  return (
    <Card
      title="Your auditor"
      description="Invite your auditor to this binder by email. They read it without an account, they see nothing else, and access ends by itself."
    >
      <div className="grid gap-5">
        {failure && <FailedState {...failure} />}
        {!auditors && !failure && <Skeleton className="h-12" label="Loading auditors" />}
        {auditors && auditors.length > 0 && (
          <ul aria-label="Invited auditors" className="grid gap-4">
            {auditors.map((auditor) => (
              <AuditorRow key={auditor.id} auditor={auditor} onRevoke={() => setEnding(auditor)} />
            ))}
          </ul>
        )}
        {isInviting ? (
          <InviteForm binderId={binderId} onClose={() => setInviting(false)} />
        ) : (
          isReady && (
            <div>
              <Button variant="secondary" onClick={() => setInviting(true)}>
                Invite the auditor
              </Button>
            </div>
          )
        )}
      </div>
      <ConfirmDialog
        isOpen={ending !== undefined}
        onOpenChange={(isOpen) => !isOpen && setEnding(undefined)}
        title="Revoke Access"
        question="Revoke this auditor’s access? The binder closes for them at once. What they have downloaded stays with them."
        subject={ending?.email}
        confirmLabel="Revoke access"
        onConfirm={async () => {
          if (!ending) return
          await call(revokeAuditor, { params: { ...params, grantId: ending.id } })
          await refresh()
          toast.success(`${ending.email} no longer has access.`)
        }}
      />
    </Card>
  )
}

function AuditorRow({ auditor, onRevoke }: { auditor: Auditor; onRevoke: () => void }) {
  const { email, status, lastSeenAt, expiresAt, revokedAt } = auditor
  const { label, tone } = statusWords[status]
  const hasEnded = status === 'expired' || status === 'revoked'
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-4 last:border-0 last:pb-0">
      <div className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium [overflow-wrap:anywhere]">{email}</span>
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span className="text-sm text-ink-muted">
          {revokedAt
            ? `Access ended on ${formatDayOf(revokedAt)}. `
            : `Access ${hasEnded ? 'ended' : 'ends'} on ${formatDayOf(expiresAt)}. `}
          {lastSeenAt && (
            <>
              Last visited <RelativeTime at={lastSeenAt} />.
            </>
          )}
        </span>
        {status === 'bounced' && (
          <span className="text-sm text-danger">
            We couldn’t deliver the email. Check the address, revoke this access and invite them again.
          </span>
        )}
      </div>
      {!hasEnded && (
        <Button variant="ghost" size="sm" onClick={onRevoke} aria-label={`Revoke access of ${email}`}>
          Revoke access
        </Button>
      )}
    </li>
  )
}

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

function InviteForm({ binderId, onClose }: { binderId: string; onClose: () => void }) {
  return (
    <ContractForm
      schema={NewAuditor}
      defaultValues={{ email: '', endsOn: inDays(auditorLimits.days) }}
      submitLabel="Send the invitation"
      onCancel={onClose}
      onSubmit={async (body) => {
        const auditor = await call(inviteAuditor, { params: { id: binderId }, body })
        await refresh()
        onClose()
        toast.success(`We invited ${auditor.email}.`)
      }}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormTextField
          name="email"
          label="Auditor’s email address"
          type="email"
          autoComplete="off"
          hint="Only someone who reads email at this address can open the binder."
        />
        <FormTextField
          name="endsOn"
          label="Access ends on"
          type="date"
          min={inDays(0)}
          max={inDays(auditorLimits.maxDays)}
          hint={`At most ${auditorLimits.maxDays} days from today.`}
        />
      </div>
    </ContractForm>
  )
}
