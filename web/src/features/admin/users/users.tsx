import { listUsers, type User } from '@exempta/contract/admin/users'
import { roles, userStatuses } from '@exempta/contract/people'
import { texts } from '@exempta/contract/texts'
import { Pencil, Trash2, UserPlus, UserSearch } from 'lucide-react'
import { useRef, useState } from 'react'
import { failureText } from '../../../lib/api-error.ts'
import { orderOf, useList } from '../../../lib/list.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge, StatusBadge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ListFilter, ListSearch, ListView } from '../../../ui/list-view.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { EmailText, RelativeTime, TextLink } from '../../../ui/text.tsx'
import { roleNames, statusOptions } from './role-names.ts'

const AddUserDialog = onDemand(async () => (await import('./user-dialogs.tsx')).AddUserDialog)

const title = 'User Management'

export const meta = pageMeta(title)

export default function UsersPage() {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title={title}
        description="Add, edit and remove the people who use Exempta."
        actions={
          <Button onClick={() => setAdding(true)}>
            <UserPlus aria-hidden className="size-4" />
            Add User
          </Button>
        }
      />
      <Users />
      {isAdding && <AddUserDialog onClose={() => setAdding(false)} />}
    </>
  )
}

const DeleteUserDialog = onDemand(async () => (await import('./user-dialogs.tsx')).DeleteUserDialog)
const EditUserDialog = onDemand(async () => (await import('./user-dialogs.tsx')).EditUserDialog)

const newest = { by: 'created', direction: 'desc' } as const
const orders = {
  'created.desc': 'newest',
  'created.asc': 'oldest',
  'user.asc': 'name',
  'user.desc': 'name-down',
} as const

const useUsers = () =>
  useList(listUsers, {
    filters: { role: roles, status: userStatuses },
    sortable: ['user', 'created'],
    defaultSort: newest,
    input: ({ search, filters, sort, cursor }) => ({
      query: { search, ...filters, sort: orderOf(orders, sort), cursor },
    }),
    errorMessage: (error) => failureText(error, texts.admin.usersFailed),
  })

interface RowActions {
  onEdit: (user: User) => void
  onDelete: (user: User) => void
}

const userColumns = ({ onEdit, onDelete }: RowActions): Column<User>[] => [
  { key: 'user', header: 'User', isPrimary: true, isSortable: true, cell: NameCell },
  { key: 'role', header: 'Role', cell: RoleCell },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, lockedUntil }) => (
      <span className="flex flex-wrap items-center gap-1">
        <StatusBadge status={status} />
        {lockedUntil && <StatusBadge status="locked" />}
      </span>
    ),
  },
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
        <TextLink to={`/admin/users/${id}`} className="text-ink no-underline hover:underline">
          {name}
        </TextLink>
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

const roleFilters = [
  { value: 'user', label: 'Users' },
  { value: 'business', label: 'Businesses' },
  { value: 'admin', label: 'Admins' },
]

/** Everybody who has an account; follows what other administrators change. */
function Users() {
  const list = useUsers()
  const [editedId, setEditedId] = useState<string>()
  const [inQuestion, setInQuestion] = useState<User>()
  const frame = useRef<HTMLDivElement>(null)
  // Found by id, so that after another administrator's change the form starts with the current values.
  const edited = list.rows?.find(({ id }) => id === editedId)
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <ListView
        caption="Users"
        columns={userColumns({ onEdit: ({ id }) => setEditedId(id), onDelete: setInQuestion })}
        {...list.view}
        rowId={({ id }) => id}
        toolbar={
          <>
            <ListSearch list={list} label="Search users..." />
            <ListFilter list={list} name="role" label="Role" allLabel="All Roles" options={roleFilters} />
            <ListFilter
              list={list}
              name="status"
              label="Status"
              allLabel="All Status"
              options={statusOptions}
            />
          </>
        }
        empty={
          <EmptyState icon={<UserSearch aria-hidden />} title={texts.admin.usersEmpty}>
            Try a different search, or choose All Roles and All Status.
          </EmptyState>
        }
      />
      {edited && <EditUserDialog user={edited} onClose={() => setEditedId(undefined)} />}
      {inQuestion && (
        <DeleteUserDialog
          user={inQuestion}
          onClose={() => setInQuestion(undefined)}
          // The pressed button disappeared with its row, so the focus needs a new place.
          onDeleted={() => frame.current?.focus()}
        />
      )}
    </div>
  )
}
