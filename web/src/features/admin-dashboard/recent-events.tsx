import type { RecentEvent } from '@exempta/contract/admin-dashboard'
import { Building2, FileText, History, UserPlus } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const looks = {
  user: { words: 'New user', Icon: UserPlus },
  business: { words: 'New business', Icon: Building2 },
  document: { words: 'New document', Icon: FileText },
}

export function RecentEvents({ events }: { events: readonly RecentEvent[] }) {
  return (
    <Card title="Recent Activity" isFlush>
      {events.length === 0 ? (
        <EmptyState icon={<History aria-hidden />} title="Nothing has happened yet" />
      ) : (
        <ul aria-label="Recent Activity" className="divide-y divide-line">
          {events.map((event) => (
            <EventItem key={`${event.kind} ${event.id}`} event={event} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function EventItem({ event: { kind, id, name, status, at } }: { event: RecentEvent }) {
  const { words, Icon } = looks[kind]
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <Icon aria-hidden className="size-[18px]" />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="text-xs text-ink-muted">
          {words} · <RelativeTime at={at} />
        </span>
        <span className="font-medium [overflow-wrap:anywhere]">
          {kind === 'business' ? (
            <TextLink to={`/admin/businesses/${id}`}>{name}</TextLink>
          ) : kind === 'user' ? (
            <TextLink to={`/admin/users?q=${encodeURIComponent(name)}`}>{name}</TextLink>
          ) : (
            name
          )}
        </span>
      </span>
      <StatusBadge status={status} />
    </li>
  )
}
