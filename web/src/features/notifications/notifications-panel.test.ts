import type { Notification } from '@exempta/contract/notifications'
import { describe, expect, it } from 'vitest'
import { groupNotifications } from './notifications-panel.tsx'

let made = 0
const notification = (part: Partial<Notification>): Notification => ({
  id: `id-${++made}`,
  type: 'businesses',
  title: 'Maple Street Supply verified form.pdf',
  message: '',
  link: null,
  kind: 'verified',
  about: 'Maple Street Supply',
  documentCount: 1,
  createdAt: '2026-05-04T12:00:00.000Z',
  readAt: null,
  ...part,
})
const titlesOf = (...parts: Partial<Notification>[]) =>
  groupNotifications(parts.map(notification)).map(({ title, items }) => title ?? items[0].title)

describe('groupNotifications', () => {
  it('sums up documents of the same kind and side, in place of the newest', () => {
    expect(
      titlesOf(
        {},
        { kind: null, title: 'Welcome' },
        { documentCount: 2 },
        { about: 'Lakeside', title: 'Other' },
      ),
    ).toEqual(['3 documents verified by Maple Street Supply', 'Welcome', 'Other'])
  })

  it('keeps a group together while its members are marked as read', () => {
    expect(titlesOf({}, { readAt: '2026-05-05T00:00:00.000Z' })).toEqual([
      '2 documents verified by Maple Street Supply',
    ])
  })

  it.each([
    ['verified', '2 documents verified by Ada'],
    ['first-view', '2 documents viewed by Ada for the first time'],
    ['received', '2 documents received from Ada'],
    ['ready', '2 documents are ready'],
  ] as const)('words for %s: %s', (kind, title) => {
    expect(titlesOf({ kind, about: 'Ada' }, { kind, about: 'Ada' })).toEqual([title])
  })

  it.each([
    ['different days', {}, { createdAt: '2026-05-01T12:00:00.000Z' }],
    ['rejected documents', { kind: 'rejected' }, { kind: 'rejected' }],
    ['those without a kind', { kind: null }, { kind: null }],
  ] as const)('never sums up %s', (_name, one, other) => {
    expect(groupNotifications([notification(one), notification(other)])).toHaveLength(2)
  })
})
