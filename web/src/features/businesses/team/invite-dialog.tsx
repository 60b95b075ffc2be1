import { inviteMember } from '@exempta/contract/businesses/invitations'
import { dayMs } from '@exempta/contract/durations'
import { limits } from '@exempta/contract/limits'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { FormSelect, FormTextField } from '../../../ui/form-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { refreshTeam, roleOptions } from './team-words.ts'

const days = limits.invitationMs / dayMs

export function InviteDialog({ onClose }: { onClose: () => void }) {
  async function invite(body: z.output<typeof inviteMember.body>) {
    const { invitation } = await call(inviteMember, { body })
    toast.success(`We sent an invitation to ${invitation.email}.`)
    onClose()
    await refreshTeam()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Invite User"
      description={`We’ll email a link that works once and expires after ${days} days.`}
    >
      <div className="pb-4">
        <ContractForm
          schema={inviteMember.body}
          defaultValues={{ email: '', role: 'viewer' }}
          submitLabel="Send Invitation"
          onCancel={onClose}
          onSubmit={invite}
        >
          <FormTextField name="email" label="Email Address" type="email" autoComplete="off" />
          <FormSelect
            name="role"
            label="Role"
            hint="Viewers may only view and download documents. Managers may invite users and manage documents."
            options={roleOptions}
          />
        </ContractForm>
      </div>
    </Dialog>
  )
}
