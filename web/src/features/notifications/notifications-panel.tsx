import { texts } from '@exempta/contract/texts'
import { BellOff, CheckCheck } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { SlideOver } from '../../ui/slide-over.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { NotificationItem } from './notification-item.tsx'
import type { useNotifications } from './use-notifications.ts'

interface NotificationsPanelProps {
  notifications: ReturnType<typeof useNotifications>
  onClose: () => void
}

export default function NotificationsPanel({ notifications, onClose }: NotificationsPanelProps) {
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
