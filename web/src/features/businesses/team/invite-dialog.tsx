import { inviteMember } from '@exempta/contract/businesses/invitations'
import { businessLimits } from '@exempta/contract/businesses/limits'
import { dayMs } from '@exempta/contract/durations'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { FormSelect, FormTextField } from '../../../ui/form-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { refreshTeam, roleOptions, roleWords } from './team-words.ts'

const days = businessLimits.invitationMs / dayMs

/** Without an email server, the person who invites passes the link on. */
export interface LinkToPassOn {
  email: string
  link: string
}

export function InvitationLinkDialog({ email, link, onClose }: LinkToPassOn & { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Pass on this link"
      description={`We can’t send email on this installation, so send the link to ${email} yourself. It works once and expires after ${days} days.`}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid justify-items-start gap-3 pb-2">
        <code className="w-full rounded-control bg-subtle px-3 py-2 text-xs [overflow-wrap:anywhere]">
          {link}
        </code>
        <CopyButton text={link} label="Copy link" />
      </div>
    </Dialog>
  )
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [toPassOn, setToPassOn] = useState<LinkToPassOn>()
  async function invite(body: z.output<typeof inviteMember.body>) {
    const { invitation, link } = await call(inviteMember, { body })
    if (link) setToPassOn({ email: invitation.email, link })
    else {
      toast.success(`We sent an invitation to ${invitation.email}.`)
      onClose()
    }
    await refreshTeam()
  }
  if (toPassOn) return <InvitationLinkDialog {...toPassOn} onClose={onClose} />
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Invite User"
      description={`They’ll get a link that works once and expires after ${days} days.`}
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
          <FormSelect name="role" label="Role" hint={roleWords} options={roleOptions} />
        </ContractForm>
      </div>
    </Dialog>
  )
}
