import type { TeamMember } from '@exempta/contract/team'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

export function BusinessUsers({ users }: { users: readonly TeamMember[] | undefined }) {
  return (
    <Card title="Business Users" isFlush actions={<TextLink to="/business/team">View Team</TextLink>}>
      {users ? (
        <ul aria-label="Business Users" className="divide-y divide-line">
          {users.map((user) => (
            <li key={user.id} className="grid gap-0.5 px-5 py-3">
              <span className="flex items-start justify-between gap-3">
                <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{user.name}</span>
                <Badge tone={user.role === 'manager' ? 'accent' : 'neutral'}>
                  {user.role === 'manager' ? 'Manager' : 'Viewer'}
                </Badge>
              </span>
              <span className="[overflow-wrap:anywhere] text-ink-muted">{user.email}</span>
              <span className="text-xs text-ink-muted">
                Added <RelativeTime at={user.addedAt} /> ·{' '}
                {user.lastActiveAt ? (
                  <>
                    active <RelativeTime at={user.lastActiveAt} />
                  </>
                ) : (
                  'not active yet'
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton className="mx-5 mb-5 h-24" label="Loading users" />
      )}
    </Card>
  )
}
