import type { ChatSession } from '@exempta/contract/chat'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import type { useListState } from '../../../lib/use-list-state.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SessionItem } from './session-item.tsx'

const choices = [
  { value: 'unread', label: 'Unread' },
  { value: 'mine', label: 'Assigned to me' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
]

interface SessionListProps {
  list: ReturnType<typeof useListState<'show'>>
  sessions: UseQueryResult<{ items: ChatSession[]; nextCursor: string | null }>
  show: string
  chosen: string | undefined
  onChoose: (id: string) => void
}

export function SessionList({ list, sessions, show, chosen, onChoose }: SessionListProps) {
  const { data, isPending, isError, error, refetch } = sessions
  const next = data?.nextCursor
  return (
    <>
      <div className="grid gap-2 border-b border-line p-3">
        <SearchInput label="Search chats..." value={list.search} onSearch={list.setSearch} />
        <FilterSelect
          label="Show"
          allLabel="Open"
          value={show === 'open' ? undefined : show}
          options={choices}
          onChange={(value) => list.setFilter('show', value)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
        {isPending ? (
          <div className="grid gap-3 p-3">
            <Skeleton className="h-16" label="Loading chats…" />
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </div>
        ) : isError ? (
          <div className="p-3">
            <FailedState message={errorText(error)} onRetry={() => void refetch()} />
          </div>
        ) : data.items.length === 0 ? (
          <EmptyState title="No chats found">
            {list.search ? 'Try other words.' : 'When somebody writes, the chat appears here.'}
          </EmptyState>
        ) : (
          <ul aria-label="Chat sessions" className="divide-y divide-line">
            {data.items.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                isChosen={session.id === chosen}
                onChoose={() => onChoose(session.id)}
              />
            ))}
          </ul>
        )}
      </div>
      {(list.goPrevious || next) && (
        <div className="border-t border-line px-2">
          <Pagination
            summary={`Page ${list.pageNumber}`}
            onPrevious={list.goPrevious}
            onNext={next ? () => list.goNext(next) : undefined}
          />
        </div>
      )}
    </>
  )
}
