import { accountLimits } from '@exempta/contract/accounts/limits'
import type { MemberRole, MemberStatus } from '@exempta/contract/businesses'
import {
  addBusinessMember,
  type BusinessMember,
  updateBusinessMember,
} from '@exempta/contract/businesses/administration'
import { dayMs } from '@exempta/contract/durations'
import { texts } from '@exempta/contract/texts'
import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { failureText, orThrowText } from '../../../lib/api-error.ts'
import { refreshAdmin, routeMutation } from '../../../lib/query.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormSelect, FormTextField } from '../../../ui/form-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { RelativeTime, TextLink } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import { roleOptions, roleWords } from '../team/team-words.ts'

const statusOptions = [
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Pending' },
]

interface MemberDialogProps {
  businessId: string
  member: BusinessMember
  onClose: () => void
}

/** Role and status are saved with the choice. */
export function MemberDialog({ businessId, member, onClose }: MemberDialogProps) {
  const { version, name } = member
  const params = { id: businessId, memberId: member.id }
  const change = useMutation({ ...routeMutation(updateBusinessMember), onSettled: refreshAdmin })
  const tried = change.variables?.body
  const specified = tried && 'role' in tried ? texts.admin.memberRoleFailed : texts.admin.memberStatusFailed
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="User Profile"
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid gap-5">
        <div className="flex items-center gap-4">
          <Avatar id={member.userId} name={name || member.email} size="lg" />
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="text-base font-semibold">{name}</p>
            <p className="text-ink-muted">{member.email}</p>
          </div>
        </div>
        {change.error && <Banner tone="danger">{failureText(change.error, specified)}</Banner>}
        {change.isSuccess && <Banner tone="success">Saved.</Banner>}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Role">
            <Select
              options={roleOptions}
              value={member.role}
              disabled={change.isPending}
              onChange={(event) =>
                change.mutate({ params, body: { version, role: event.target.value as MemberRole } })
              }
            />
          </Field>
          <Field label="Status">
            <Select
              options={statusOptions}
              value={member.status}
              disabled={change.isPending}
              onChange={(event) =>
                change.mutate({ params, body: { version, status: event.target.value as MemberStatus } })
              }
            />
          </Field>
        </div>
        <p className="text-ink-muted">Pending users can’t use the business area.</p>
        <p>
          <TextLink to={`/admin/users/${member.userId}`}>See sessions and activity</TextLink>
        </p>
        <Facts
          layout="rows"
          facts={[
            { label: 'Account', value: <StatusBadge status={member.accountStatus} /> },
            { label: 'Added', value: <RelativeTime at={member.addedAt} /> },
            {
              label: 'Last active',
              value: member.lastActiveAt ? <RelativeTime at={member.lastActiveAt} /> : 'Never',
            },
          ]}
        />
      </div>
    </Dialog>
  )
}

const days = accountLimits.choosePasswordLinkMs / dayMs

export function AddMemberDialog({ businessId, onClose }: { businessId: string; onClose: () => void }) {
  async function add(body: z.output<typeof addBusinessMember.body>) {
    const { name } = await orThrowText(
      texts.admin.addUserFailed,
      call(addBusinessMember, { params: { id: businessId }, body }),
    )
    toast.success(`Added ${name}.`)
    onClose()
    await refreshAdmin()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Add User"
      description={`We’ll email them a link to choose a password. It works once and expires after ${days} days.`}
    >
      <ContractForm
        schema={addBusinessMember.body}
        defaultValues={{ name: '', email: '', role: 'viewer' }}
        submitLabel="Add User"
        onCancel={onClose}
        onSubmit={add}
      >
        <FormTextField name="name" label="Full Name" autoComplete="off" />
        <FormTextField name="email" label="Email Address" type="email" autoComplete="off" />
        <FormSelect name="role" label="Role" hint={roleWords} options={roleOptions} />
      </ContractForm>
    </Dialog>
  )
}
