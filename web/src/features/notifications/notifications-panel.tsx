import type { Notification } from '@exempta/contract/notifications'
import { texts } from '@exempta/contract/texts'
import { BellOff, Building2, CheckCheck, Globe, Users } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { SlideOver } from '../../ui/dialogs.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../ui/page-states.tsx'
import { RelativeTime } from '../../ui/text.tsx'
import type { useNotifications } from './use-notifications.ts'

const icons: Record<string, typeof Globe> = { users: Users, businesses: Building2 }

interface NotificationItemProps {
  item: Notification
  isMarking: boolean
  onMarkRead: () => void
}

function NotificationItem({ item, isMarking, onMarkRead }: NotificationItemProps) {
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
        <p className="break-words whitespace-pre-line text-ink-muted">{item.message}</p>
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

interface NotificationsPanelProps {
  notifications: ReturnType<typeof useNotifications>
  onClose: () => void
}

export function NotificationsPanel({ notifications, onClose }: NotificationsPanelProps) {
  const { items, unreadCount, isLoading, failure, markFailure, markingId } = notifications
  return (
    <SlideOver
      isOpen
      onOpenChange={onClose}
      title={
        <>
          Notifications
          {unreadCount > 0 && <Badge tone="accent">{unreadCount} unread</Badge>}
        </>
      }
      footer={
        unreadCount > 0 && (
          <Button
            variant="secondary"
            className="w-full"
            isLoading={notifications.isMarkingAll}
            onClick={notifications.markAllRead}
          >
            <CheckCheck aria-hidden className="size-4" />
            Mark all as read
          </Button>
        )
      }
    >
      <div className="grid gap-3 p-4 empty:hidden">
        {failure && (
          <FailedState
            message={failure}
            onRetry={notifications.refetch}
            isRetrying={notifications.isRefetching}
          />
        )}
        {markFailure && <Banner tone="danger">{markFailure}</Banner>}
      </div>
      {isLoading ? (
        <div className="grid place-items-center py-16">
          <Spinner label="Loading notifications…" />
        </div>
      ) : items.length === 0 ? (
        !failure && <EmptyState icon={<BellOff aria-hidden />} title={texts.notifications.empty} />
      ) : (
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <NotificationItem
              key={item.id}
              item={item}
              isMarking={markingId === item.id}
              onMarkRead={() => notifications.markRead(item.id)}
            />
          ))}
        </ul>
      )}
    </SlideOver>
  )
}
