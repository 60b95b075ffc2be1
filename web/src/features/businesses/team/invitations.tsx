import {
  type Invitation,
  inviteMember,
  listInvitations,
  revokeInvitation,
} from '@exempta/contract/businesses/invitations'
import { useQuery } from '@tanstack/react-query'
import { MailX, Send } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { failureOf, routeQuery } from '../../../lib/query.ts'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Clipped, RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import { InvitationLinkDialog, type LinkToPassOn } from './invite-dialog.tsx'
import { refreshTeam, roleNames } from './team-words.ts'

/** Returns the new link if it has to be passed on by other means than email. */
async function resend({ email, role }: Invitation): Promise<LinkToPassOn | undefined> {
  try {
    const { link } = await call(inviteMember, { body: { email, role } })
    if (link) return { email, link }
    toast.success(`We sent a new link to ${email}. The old one no longer works.`)
  } catch (error) {
    toast.error(errorText(error))
  } finally {
    void refreshTeam()
  }
  return undefined
}

/** Who was asked and has not come yet. */
export function Invitations({ canInvite }: { canInvite: boolean }) {
  const list = useQuery(routeQuery(listInvitations, {}))
  const [inQuestion, setInQuestion] = useState<Invitation>()
  const [toPassOn, setToPassOn] = useState<LinkToPassOn>()
  async function revoke() {
    if (!inQuestion) return
    await call(revokeInvitation, { params: { id: inQuestion.id } })
    toast.success(`Canceled the invitation to ${inQuestion.email}.`)
    await refreshTeam()
  }
  return (
    <Card title="Open Invitations" isFlush>
      <DataTable
        caption="Open Invitations"
        columns={invitationColumns({
          canInvite,
          onResend: (invitation) => void resend(invitation).then(setToPassOn),
          onRevoke: setInQuestion,
        })}
        rows={list.data?.invitations}
        rowId={({ id }) => id}
        failure={failureOf(list)}
        skeletonRows={1}
        empty={<p className="px-5 pb-5 text-ink-muted">No open invitations.</p>}
      />
      <ConfirmDialog
        isOpen={inQuestion !== undefined}
        onOpenChange={(isOpen) => !isOpen && setInQuestion(undefined)}
        title="Cancel invitation"
        question="The link in the email will stop working. You can invite this address again later."
        subject={inQuestion?.email}
        confirmLabel="Cancel invitation"
        onConfirm={revoke}
      />
      {toPassOn && <InvitationLinkDialog {...toPassOn} onClose={() => setToPassOn(undefined)} />}
    </Card>
  )
}

interface InvitationActions {
  canInvite: boolean
  onResend: (invitation: Invitation) => void
  onRevoke: (invitation: Invitation) => void
}

const invitationColumns = ({ canInvite, onResend, onRevoke }: InvitationActions): Column<Invitation>[] => [
  {
    key: 'email',
    header: 'Email',
    isPrimary: true,
    cell: ({ email }) => <Clipped text={email} className="md:max-w-72" />,
  },
  { key: 'role', header: 'Role', cell: ({ role }) => roleNames[role] },
  { key: 'invited', header: 'Invited', cell: ({ invitedAt }) => <RelativeTime at={invitedAt} /> },
  {
    key: 'ends',
    header: 'Link expires',
    cell: ({ expiresAt }) => <RelativeTime at={expiresAt} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (invitation) => (
      <span className="-ml-2 inline-flex md:ml-0">
        {canInvite && (
          <IconButton
            label={`Send ${invitation.email} a new link`}
            icon={<Send aria-hidden />}
            onClick={() => onResend(invitation)}
          />
        )}
        <IconButton
          label={`Cancel the invitation to ${invitation.email}`}
          icon={<MailX aria-hidden />}
          tone="danger"
          onClick={() => onRevoke(invitation)}
        />
      </span>
    ),
  },
]
