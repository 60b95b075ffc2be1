import type { Notification, NotificationKind } from '@exempta/contract/notifications'

/** Several of the same kind about the same side, or a single notification. */
export interface NotificationGroup {
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
