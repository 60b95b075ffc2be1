import type { Notification } from '@exempta/contract/notifications'
import { Building2, Globe, Users } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

const icons: Record<string, typeof Globe> = { users: Users, businesses: Building2 }

interface NotificationItemProps {
  item: Notification
  isMarking: boolean
  onMarkRead: () => void
}

export function NotificationItem({ item, isMarking, onMarkRead }: NotificationItemProps) {
  const Icon = icons[item.type] ?? Globe
  const isUnread = item.readAt === null
  return (
    <li className={classNames('flex gap-3 px-4 py-4', isUnread && 'bg-accent-soft/50')}>
      <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-subtle text-ink-muted">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="font-semibold break-words">
          {item.title}
          {isUnread && <span className="sr-only"> (unread)</span>}
        </p>
        <p className="break-words text-ink-muted">{item.message}</p>
        <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-ink-muted">
          <RelativeTime at={item.createdAt} />
          {isUnread && (
            <Button variant="ghost" size="sm" isLoading={isMarking} onClick={onMarkRead}>
              Mark as read
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}
