import { UserPlus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { InviteDialog } from '../../../features/team/index.ts'
import { useMembership } from '../../../lib/use-membership.ts'
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
    dialog: isOpen && (
      <Suspense>
        <InviteDialog onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
