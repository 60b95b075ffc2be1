import { useMembership } from '../../../lib/roles.ts'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'

/** Who works for the own business, and who is asked to. */
export function Team() {
  const { isManager, canInvite } = useMembership()
  return (
    <div className="grid gap-6">
      <Members canManage={isManager} />
      {isManager && <Invitations canInvite={canInvite} />}
    </div>
  )
}
