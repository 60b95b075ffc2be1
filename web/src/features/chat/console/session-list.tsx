import type { ChatSession, chatFilters, listChats } from '@exempta/contract/chat'
import { Mail } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import type { useList } from '../../../lib/list.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ListFilter, ListPages, ListSearch } from '../../../ui/list-view.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'

interface SessionItemProps {
  session: ChatSession
  isChosen: boolean
  onChoose: () => void
}

function SessionItem({ session, isChosen, onChoose }: SessionItemProps) {
  const { person, lastMessage, unread } = session
  return (
    <li>
      <button
        type="button"
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
        className={classNames(
          'flex w-full gap-3 px-3 py-3 text-left transition-colors',
          isChosen ? 'bg-accent-soft' : 'hover:bg-subtle',
        )}
      >
        <span className="relative h-fit">
          <Avatar id={person.userId ?? person.email} name={person.name} />
          {person.isHere && (
            <span
              title="Online"
              className="absolute -right-0.5 -bottom-0.5 size-3 rounded-full border-2 border-surface bg-success"
            />
          )}
        </span>
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <span className="flex items-center gap-2">
            <span className="truncate font-medium">{person.name}</span>
            {person.isHere && <span className="sr-only">, online</span>}
            <span className="ml-auto shrink-0 text-xs text-ink-muted">
              <RelativeTime at={lastMessage.createdAt} />
            </span>
          </span>
          <span className="flex items-center gap-1.5 text-xs text-ink-muted">
            {person.userId === null && <Badge>Guest</Badge>}
            {session.kind === 'mail' && <Mail aria-label="By email" className="size-3.5 shrink-0" />}
            <span className="truncate">{session.subject ?? person.email}</span>
          </span>
          <span className="flex items-center gap-2 text-sm text-ink-muted">
            <span className={classNames('min-w-0 flex-1 truncate', unread > 0 && 'font-medium text-ink')}>
              {lastMessage.sender === 'agent' && 'Support: '}
              {lastMessage.text}
            </span>
            {unread > 0 && (
              <span className="min-w-5 shrink-0 rounded-full bg-danger px-1.5 text-center text-xs leading-5 font-semibold text-on-danger tabular-nums">
                {unread > 99 ? '99+' : unread}
                <span className="sr-only"> unread</span>
              </span>
            )}
          </span>
          {session.assignee && (
            <span className="truncate text-xs text-ink-muted">Assigned to {session.assignee.name}</span>
          )}
        </span>
      </button>
    </li>
  )
}

const choices = [
  { value: 'unread', label: 'Unread' },
  { value: 'mine', label: 'Assigned to me' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
]

interface SessionListProps {
  list: ReturnType<typeof useList<typeof listChats, { show: typeof chatFilters }>>
  chosen: string | undefined
  onChoose: (id: string) => void
}

export function SessionList({ list, chosen, onChoose }: SessionListProps) {
  const { rows } = list
  const { failure, paging } = list.view
  return (
    <>
      <div className="grid gap-2 border-b border-line p-3">
        <ListSearch list={list} label="Search chats..." />
        <ListFilter list={list} name="show" label="Show" allLabel="Open" options={choices} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
        {failure ? (
          <div className="p-3">
            <FailedState {...failure} />
          </div>
        ) : !rows ? (
          <div className="grid gap-3 p-3">
            <Skeleton className="h-16" label="Loading chats…" />
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </div>
        ) : rows.length === 0 ? (
          <EmptyState title="No chats found">
            {list.search ? 'Try a different search.' : 'New chats appear here.'}
          </EmptyState>
        ) : (
          <ul aria-label="Chat sessions" className="divide-y divide-line">
            {rows.map((session) => (
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
      {(paging.onPrevious || paging.onNext) && (
        <div className="border-t border-line px-2">
          <ListPages paging={paging} isLoading={!rows} />
        </div>
      )}
    </>
  )
}
