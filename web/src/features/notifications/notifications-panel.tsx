import type { Notification, NotificationKind } from '@exempta/contract/notifications'
import { texts } from '@exempta/contract/texts'
import { BellOff, Building2, CheckCheck, ChevronDown, Globe, Users } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { classNames } from '../../lib/class-names.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { SlideOver } from '../../ui/dialogs.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../ui/page-states.tsx'
import { RelativeTime } from '../../ui/text.tsx'
import type { useNotifications } from './use-notifications.ts'

const icons: Record<string, typeof Globe> = { users: Users, businesses: Building2 }

interface Actions {
  markingIds: readonly string[]
  onMarkRead: (ids: string[]) => void
  onClose: () => void
}

interface FrameProps extends Actions {
  items: NotificationGroup['items']
  title: ReactNode
  /** What the button reads out beside "Mark as read". */
  name: string
  children?: ReactNode
}

/** The frame of one notification or of a group: title, time, and a button to mark what is unread. */
function Frame({ items, title, name, children, markingIds, onMarkRead }: FrameProps) {
  const frame = useRef<HTMLLIElement>(null)
  const [{ type, createdAt }] = items
  const Icon = icons[type] ?? Globe
  const ids = items.filter(({ readAt }) => readAt === null).map(({ id }) => id)
  const isUnread = ids.length > 0
  return (
    <li
      ref={frame}
      tabIndex={-1}
      className={classNames('flex gap-3 px-4 py-4', isUnread && 'bg-accent-soft/50')}
    >
      <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-subtle text-ink-muted">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="font-semibold break-words">
          {title}
          {isUnread && <span className="sr-only"> (unread)</span>}
        </p>
        {children}
        <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-ink-muted">
          <RelativeTime at={createdAt} />
          {isUnread && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Mark as read: ${name}`}
              isLoading={ids.some((id) => markingIds.includes(id))}
              onClick={() => {
                onMarkRead(ids)
                // The button disappears when it has done its work, so the focus stays with the notification.
                frame.current?.focus()
              }}
            >
              Mark as read
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

/** Opens what the notification is about, and is read then. */
function NotificationItem({ item, ...actions }: Actions & { item: Notification }) {
  const { id, title, message, link, readAt } = item
  function open() {
    if (readAt === null) actions.onMarkRead([id])
    actions.onClose()
  }
  return (
    <Frame
      {...actions}
      items={[item]}
      name={title}
      title={
        link ? (
          <Link
            to={link}
            onClick={open}
            className="rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            {title}
          </Link>
        ) : (
          title
        )
      }
    >
      <p className="break-words whitespace-pre-line text-ink-muted">{message}</p>
      {link?.endsWith('/renew') && (
        <LinkButton to={link} size="sm" className="my-1 justify-self-start" onClick={open}>
          Renew
        </LinkButton>
      )}
    </Frame>
  )
}

/** One line for many; each can be opened and marked on its own. */
function GroupItem({ group: { title, items }, ...actions }: Actions & { group: NotificationGroup }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Frame
        {...actions}
        items={items}
        name={title ?? ''}
        title={
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="flex w-full items-start justify-between gap-2 rounded-sm text-left font-semibold hover:underline"
          >
            {title}
            <ChevronDown
              aria-hidden
              className={classNames('mt-0.5 size-4 shrink-0 transition-transform', isOpen && 'rotate-180')}
            />
          </button>
        }
      />
      {isOpen && items.map((item) => <NotificationItem key={item.id} item={item} {...actions} />)}
    </>
  )
}

interface NotificationsPanelProps {
  notifications: ReturnType<typeof useNotifications>
  onClose: () => void
}

export function NotificationsPanel({ notifications, onClose }: NotificationsPanelProps) {
  const { items, unreadCount, isLoading, failure, markFailure, markingIds, markRead } = notifications
  const actions = { markingIds, onMarkRead: markRead, onClose }
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
          {groupNotifications(items).map((group) =>
            group.title === null ? (
              <NotificationItem key={group.key} item={group.items[0]} {...actions} />
            ) : (
              <GroupItem key={group.key} group={group} {...actions} />
            ),
          )}
        </ul>
      )}
    </SlideOver>
  )
}

/** Several of the same kind about the same side, or a single notification. */
interface NotificationGroup {
  /** The id of its newest notification. */
  key: string
  /** Sums up more than one; null for a single notification, which has its own title. */
  title: string | null
  items: [Notification, ...Notification[]]
}

/**
 * What sums up several documents. A rejected document is never summed up: each has its own reason, and its owner has to
 * do something about it.
 */
const titles: Partial<Record<NotificationKind, (count: string, about: string) => string>> = {
  verified: (count, about) => `${count} documents verified by ${about}`,
  'first-view': (count, about) => `${count} documents viewed by ${about} for the first time`,
  received: (count, about) => `${count} documents received from ${about}`,
  ready: (count) => `${count} documents are ready`,
}

/**
 * Keeps the order of the newest of each group. Notifications of different days are never in one group. Read and unread
 * ones are, so that a group stays together while they are marked one by one.
 */
export function groupNotifications(items: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<string, [Notification, ...Notification[]]>()
  for (const item of items) {
    const key = groupKey(item)
    const known = groups.get(key)
    if (known) known.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()].map((members) => ({
    key: members[0].id,
    title: members.length > 1 ? titleOf(members) : null,
    items: members,
  }))
}

function groupKey({ id, kind, about, createdAt }: Notification): string {
  if (kind === null || !titles[kind]) return id
  return [kind, about, new Date(createdAt).toDateString()].join('\n')
}

function titleOf([first, ...others]: [Notification, ...Notification[]]): string | null {
  const count = [first, ...others].reduce((sum, { documentCount }) => sum + documentCount, 0)
  return (first.kind && titles[first.kind]?.(count.toLocaleString(), first.about ?? '')) ?? null
}
