import { roles, userStatuses } from '@exempta/contract/people'
import { texts } from '@exempta/contract/texts'
import { listUsers, type User } from '@exempta/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2, UserSearch } from 'lucide-react'
import { useRef, useState } from 'react'
import { failureWords } from '../../../lib/failure-words.ts'
import { type Sort, useListState } from '../../../lib/list-state.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { listQuery } from '../../../lib/query.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge, StatusBadge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { EmailText } from '../../../ui/email-text.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { roleNames, statusOptions } from './role-names.ts'

const DeleteUserDialog = onDemand(async () => (await import('./user-dialogs.tsx')).DeleteUserDialog)
const EditUserDialog = onDemand(async () => (await import('./user-dialogs.tsx')).EditUserDialog)

const newest: Sort = { by: 'created', direction: 'desc' }
const shape = {
  filters: { role: roles, status: userStatuses },
  sortable: ['user', 'created'],
  defaultSort: newest,
}

/** The page of users that the address asks for, and the ways to ask for another. */
function useUsers() {
  const state = useListState(shape)
  const { search, filters, sort = newest, cursor } = state
  const role = roles.find((one) => one === filters.role)
  const status = userStatuses.find((one) => one === filters.status)
  const isUp = sort.direction === 'asc'
  const order = sort.by === 'user' ? (isUp ? 'name' : 'name-down') : isUp ? 'oldest' : 'newest'
  const list = useQuery(listQuery(listUsers, { query: { search, role, status, sort: order, cursor } }))
  return { state, list }
}

interface RowActs {
  onEdit: (user: User) => void
  onDelete: (user: User) => void
}

const userColumns = ({ onEdit, onDelete }: RowActs): Column<User>[] => [
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

const roleFilters = [
  { value: 'user', label: 'Users' },
  { value: 'business', label: 'Businesses' },
  { value: 'admin', label: 'Admins' },
]

/** Everybody who has an account; follows what other administrators change. */
export function Users() {
  const { state, list } = useUsers()
  const [editedId, setEditedId] = useState<string>()
  const [inQuestion, setInQuestion] = useState<User>()
  const frame = useRef<HTMLDivElement>(null)
  const next = list.data?.nextCursor
  // By its id, so that after a change by somebody else the form begins with what is there now.
  const edited = list.data?.items.find(({ id }) => id === editedId)
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <ListView
        caption="Users"
        columns={userColumns({ onEdit: ({ id }) => setEditedId(id), onDelete: setInQuestion })}
        rows={list.data?.items}
        rowId={({ id }) => id}
        sort={state.sort}
        onSort={state.setSort}
        toolbar={
          <>
            <SearchInput label="Search users..." value={state.search} onSearch={state.setSearch} />
            <FilterSelect
              label="Role"
              allLabel="All Roles"
              value={state.filters.role}
              options={roleFilters}
              onChange={(value) => state.setFilter('role', value)}
            />
            <FilterSelect
              label="Status"
              allLabel="All Status"
              value={state.filters.status}
              options={statusOptions}
              onChange={(value) => state.setFilter('status', value)}
            />
          </>
        }
        empty={
          <EmptyState icon={<UserSearch aria-hidden />} title={texts.admin.usersEmpty}>
            Try another word, or choose All Roles and All Status.
          </EmptyState>
        }
        failure={
          list.error && !list.data
            ? {
                message: failureWords(list.error, texts.admin.usersFailed),
                onRetry: () => void list.refetch(),
                isRetrying: list.isRefetching,
              }
            : undefined
        }
        paging={{
          pageNumber: state.pageNumber,
          onPrevious: state.goPrevious,
          onNext: next ? () => state.goNext(next) : undefined,
        }}
      />
      {edited && <EditUserDialog user={edited} onClose={() => setEditedId(undefined)} />}
      {inQuestion && (
        <DeleteUserDialog
          user={inQuestion}
          onClose={() => setInQuestion(undefined)}
          // The button that was pressed has gone with its row.
          onDeleted={() => frame.current?.focus()}
        />
      )}
    </div>
  )
}
