import { Bell } from 'lucide-react'
import { useState } from 'react'
import { onDemand } from '../../lib/on-demand.tsx'
import { useNotifications } from './use-notifications.ts'

const NotificationsPanel = onDemand(
  async () => (await import('./notifications-panel.tsx')).NotificationsPanel,
)

/** The bell with its unread count; opens the panel. */
export function NotificationsBell() {
  const [isOpen, setOpen] = useState(false)
  const notifications = useNotifications()
  const { unreadCount } = notifications
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={unreadCount > 0 ? `Notifications, ${unreadCount} unread` : 'Notifications'}
        onClick={() => setOpen(true)}
        className="relative inline-flex size-10 shrink-0 items-center justify-center rounded-control text-ink-muted transition-colors hover:bg-subtle hover:text-ink"
      >
        <Bell aria-hidden className="size-5" />
        {unreadCount > 0 && (
          <span className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-danger px-1 text-center text-[11px] leading-4.5 font-semibold text-on-danger tabular-nums">
            {unreadCount > 99 ? '99+' : unreadCount}
          </span>
        )}
      </button>
      {isOpen && <NotificationsPanel notifications={notifications} onClose={() => setOpen(false)} />}
    </>
  )
}
