import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { onDemand } from '../../../lib/on-demand.tsx'
import { useMembership } from '../../../lib/roles.ts'
import { Button } from '../../../ui/button.tsx'

const InviteDialog = onDemand(
  async () => (await import('../../../features/businesses/team/invite-dialog.tsx')).InviteDialog,
)

/** The Invite User button of a page, for those who may, and its dialog. */
export function useInviting(): { button: ReactNode; dialog: ReactNode } {
  const { canInvite } = useMembership()
  const [isOpen, setOpen] = useState(false)
  return {
    button: canInvite && (
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden className="size-4" />
        Invite User
      </Button>
    ),
    dialog: isOpen && <InviteDialog onClose={() => setOpen(false)} />,
  }
}
