import { texts } from '@exempta/contract/texts'
import type { User } from '@exempta/contract/users'
import { UserSearch } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { failureWords } from '../../lib/failure-words.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { statusOptions } from './role-names.ts'
import { useUsers } from './use-users.ts'
import { userColumns } from './user-columns.tsx'

const EditUserDialog = lazy(() => import('./edit-user-dialog.tsx'))

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
      {edited && (
        <Suspense>
          <EditUserDialog user={edited} onClose={() => setEditedId(undefined)} />
        </Suspense>
      )}
      <DeleteUserDialog
        user={inQuestion}
        onClose={() => setInQuestion(undefined)}
        // The button that was pressed has gone with its row.
        onDeleted={() => frame.current?.focus()}
      />
    </div>
  )
}
