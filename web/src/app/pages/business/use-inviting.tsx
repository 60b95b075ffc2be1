import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { InviteDialog } from '../../../features/businesses/team/invitations.tsx'
import { useMembership } from '../../../lib/roles.ts'
import { Button } from '../../../ui/button.tsx'

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
