import type { MemberRole } from '@exempta/contract/businesses'
import { type TeamMember, updateMember } from '@exempta/contract/team'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { routeMutation } from '../../lib/query.ts'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshTeam } from './refresh-team.ts'
import { roleNames, roleOptions } from './role-names.ts'

/** Takes effect at once. */
export function MemberRoleChoice({ member: { id, name, role } }: { member: TeamMember }) {
  const change = useMutation({
    ...routeMutation(updateMember),
    onSuccess: (member) => toast.success(`${name} is a ${roleNames[member.role].toLowerCase()} now.`),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refreshTeam,
  })
  return (
    <Select
      aria-label={`Role of ${name}`}
      className="max-w-36"
      options={roleOptions}
      value={change.isPending ? change.variables.body.role : role}
      disabled={change.isPending}
      onChange={(event) =>
        change.mutate({ params: { id }, body: { role: event.target.value as MemberRole } })
      }
    />
  )
}
