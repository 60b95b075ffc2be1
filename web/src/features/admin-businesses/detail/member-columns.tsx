import type { BusinessMember } from '@exempta/contract/admin-businesses'
import type { Column } from '../../../ui/data-table-types.ts'
import { EmailText } from '../../../ui/email-text.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { memberRoleNames } from './member-role-names.ts'

export const memberColumns = (onOpen: (member: BusinessMember) => void): Column<BusinessMember>[] => [
  {
    key: 'name',
    header: 'Name',
    isPrimary: true,
    cell: (member) => (
      // The whole row is the button's.
      <button
        type="button"
        onClick={() => onOpen(member)}
        className="rounded-sm text-left [overflow-wrap:anywhere] after:absolute after:inset-0 hover:underline"
      >
        {member.name}
      </button>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    cell: ({ email }) => (
      <span className="block max-w-56 [overflow-wrap:break-word]">
        <EmailText of={email} />
      </span>
    ),
  },
  { key: 'role', header: 'Role', cell: ({ role }) => memberRoleNames[role] },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'added', header: 'Added', cell: ({ addedAt }) => <RelativeTime at={addedAt} /> },
]
