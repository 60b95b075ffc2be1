import type { User } from '@exempta/contract/users'
import { Pencil, Trash2 } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table-types.ts'
import { EmailText } from '../../ui/email-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { roleNames } from './role-names.ts'

interface RowActs {
  onEdit: (user: User) => void
  onDelete: (user: User) => void
}

export const userColumns = ({ onEdit, onDelete }: RowActs): Column<User>[] => [
  { key: 'user', header: 'User', isPrimary: true, isSortable: true, cell: NameCell },
  { key: 'role', header: 'Role', cell: RoleCell },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'created',
    header: 'Created',
    isSortable: true,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (user) => (
      <span className="-ml-2 inline-flex md:ml-0">
        <IconButton label={`Edit ${user.name}`} icon={<Pencil aria-hidden />} onClick={() => onEdit(user)} />
        {!user.isSelf && (
          <IconButton
            label={`Delete ${user.name}`}
            icon={<Trash2 aria-hidden />}
            tone="danger"
            onClick={() => onDelete(user)}
          />
        )}
      </span>
    ),
  },
]

const NameCell = ({ id, name, email, isSelf }: User) => (
  <span className="flex items-center gap-3">
    <Avatar id={id} name={name || email} />
    <span className="grid min-w-0 [overflow-wrap:anywhere]">
      <span className="flex flex-wrap items-center gap-2">
        {name}
        {isSelf && <Badge tone="accent">You</Badge>}
      </span>
      <span className="text-xs font-normal text-ink-muted">
        <EmailText of={email} />
      </span>
    </span>
  </span>
)

const RoleCell = ({ role, business }: User) => (
  <span className="grid justify-items-start [overflow-wrap:anywhere]">
    {roleNames[role]}
    {business && (
      <TextLink to={`/admin/businesses/${business.id}`} className="text-xs">
        {business.name}
      </TextLink>
    )}
  </span>
)
