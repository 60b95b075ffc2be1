import type { ChatSession } from '@exempta/contract/chat'
import { Mail } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'

interface SessionItemProps {
  session: ChatSession
  isChosen: boolean
  onChoose: () => void
}

export function SessionItem({ session, isChosen, onChoose }: SessionItemProps) {
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
              title="Here now"
              className="absolute -right-0.5 -bottom-0.5 size-3 rounded-full border-2 border-surface bg-success"
            />
          )}
        </span>
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <span className="flex items-center gap-2">
            <span className="truncate font-medium">{person.name}</span>
            {person.isHere && <span className="sr-only">, here now</span>}
            <span className="ml-auto shrink-0 text-xs text-ink-muted">
              <RelativeTime at={lastMessage.createdAt} />
            </span>
          </span>
          <span className="flex items-center gap-1.5 text-xs text-ink-muted">
            {person.userId === null && <Badge>Guest</Badge>}
            {session.kind === 'mail' && <Mail aria-label="By mail" className="size-3.5 shrink-0" />}
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
