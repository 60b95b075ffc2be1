import type { TeamMember } from '@exempta/contract/team'
import { UserMinus } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table-types.ts'
import { EmailText } from '../../ui/email-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { MemberRoleChoice } from './member-role-choice.tsx'
import { roleNames } from './role-names.ts'

export function memberColumns(
  canManage: boolean,
  onRemove: (member: TeamMember) => void,
): Column<TeamMember>[] {
  return [
    { key: 'name', header: 'Name', isPrimary: true, cell: NameCell },
    {
      key: 'role',
      header: 'Role',
      cell: (member) =>
        canManage && !member.isSelf ? <MemberRoleChoice member={member} /> : roleNames[member.role],
    },
    { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { key: 'added', header: 'Added', cell: ({ addedAt }) => <RelativeTime at={addedAt} /> },
    {
      key: 'active',
      header: 'Last active',
      cell: ({ lastActiveAt }) => (lastActiveAt ? <RelativeTime at={lastActiveAt} /> : 'Never'),
    },
    ...(canManage
      ? [
          {
            key: 'actions',
            header: 'Actions',
            align: 'right' as const,
            cell: (member: TeamMember) => (
              <IconButton
                label={member.isSelf ? 'Leave the business' : `Remove ${member.name}`}
                icon={<UserMinus aria-hidden />}
                tone="danger"
                onClick={() => onRemove(member)}
              />
            ),
          },
        ]
      : []),
  ]
}

const NameCell = ({ name, email, isSelf }: TeamMember) => (
  <span className="grid [overflow-wrap:anywhere]">
    <span className="flex flex-wrap items-center gap-2">
      {name}
      {isSelf && <Badge tone="accent">You</Badge>}
    </span>
    <span className="text-xs font-normal text-ink-muted">
      <EmailText of={email} />
    </span>
  </span>
)
