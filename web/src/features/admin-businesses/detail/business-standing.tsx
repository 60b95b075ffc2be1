import { type Business, setBusinessStanding } from '@exempta/contract/admin-businesses'
import { businessStatuses } from '@exempta/contract/businesses'
import { texts } from '@exempta/contract/texts'
import { useMutation } from '@tanstack/react-query'
import { failureWords } from '../../../lib/failure-words.ts'
import { routeMutation } from '../../../lib/query.ts'
import { refreshAdmin } from '../../../lib/refresh-admin.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toast } from '../../../ui/toast.ts'

const words = {
  active: { act: 'Activate', meaning: 'Receives documents, reviews them and invites people.' },
  inactive: {
    act: 'Make inactive',
    meaning: 'Keeps what it has; no new documents, no reviews, no invitations.',
  },
  pending: { act: 'Set to pending', meaning: 'Can be set up, but not chosen as a receiver yet.' },
}

/** Each click is saved at once, and the business is told. */
export function BusinessStanding({ business }: { business: Business }) {
  const { id, version, status, isVerified, name } = business
  const change = useMutation({
    ...routeMutation(setBusinessStanding),
    onSuccess: (saved, { body }) =>
      toast.success(
        'status' in body
          ? `${name} is ${saved.status} now.`
          : `${name} is ${saved.isVerified ? 'verified' : 'no longer verified'} now.`,
      ),
    onError: (error, { body }) =>
      toast.error(
        failureWords(error, 'status' in body ? texts.admin.statusFailed : texts.admin.verificationFailed),
      ),
    onSettled: refreshAdmin,
  })
  return (
    <Card title="Status">
      <div className="grid gap-4">
        <div className="grid justify-items-start gap-1.5">
          <StatusBadge status={status} />
          <p className="text-ink-muted">{words[status].meaning}</p>
        </div>
        <div className="grid gap-2">
          {businessStatuses
            .filter((one) => one !== status)
            .map((one) => (
              <Button
                key={one}
                variant={one === 'active' ? 'primary' : 'secondary'}
                disabled={change.isPending}
                onClick={() => change.mutate({ params: { id }, body: { version, status: one } })}
              >
                {words[one].act}
              </Button>
            ))}
        </div>
        <div className="border-t border-line pt-4">
          <Switch
            label="Verified"
            hint="People who share see a mark behind the name."
            isOn={isVerified}
            isDisabled={change.isPending}
            onChange={(isOn) => change.mutate({ params: { id }, body: { version, isVerified: isOn } })}
          />
        </div>
      </div>
    </Card>
  )
}
