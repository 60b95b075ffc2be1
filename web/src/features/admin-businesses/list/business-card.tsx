import type { Business } from '@exempta/contract/admin-businesses'
import { BadgeCheck, FileText, Users } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '../../../ui/badge.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`

export function BusinessCard({ business }: { business: Business }) {
  const { id, name, email, status, isVerified, type, userCount, documentsReceived, registeredAt } = business
  return (
    <article className="relative grid min-w-0 content-between gap-4 rounded-card border border-line bg-surface p-5 transition-colors hover:border-accent">
      <div className="grid min-w-0 gap-2">
        <div className="flex items-start justify-between gap-3">
          <h2 className="min-w-0 text-base font-semibold [overflow-wrap:anywhere]">
            {/* The whole card is the link's. */}
            <Link
              to={`/admin/businesses/${id}`}
              prefetch="intent"
              className="rounded-sm after:absolute after:inset-0 after:rounded-card hover:underline"
            >
              {name}
            </Link>
          </h2>
          <StatusBadge status={status} />
        </div>
        <p className="[overflow-wrap:anywhere] text-ink-muted">{email}</p>
        <div className="flex flex-wrap gap-1.5">
          {isVerified && (
            <Badge tone="accent" icon={<BadgeCheck aria-hidden />}>
              Verified
            </Badge>
          )}
          {type && <Badge>{type}</Badge>}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-muted [&_svg]:size-4">
        <span className="inline-flex items-center gap-1.5">
          <Users aria-hidden />
          {counted(userCount, 'user', 'users')}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <FileText aria-hidden />
          {counted(documentsReceived, 'document', 'documents')}
        </span>
        <span className="ml-auto">
          <RelativeTime at={registeredAt} />
        </span>
      </div>
    </article>
  )
}
