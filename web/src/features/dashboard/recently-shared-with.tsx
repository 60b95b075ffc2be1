import type { getUserDashboard } from '@exempta/contract/dashboard'
import type { RouteOutput } from '@exempta/contract/route'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { VerifiedMark } from '../../ui/verified-mark.tsx'

type Business = RouteOutput<typeof getUserDashboard>['recentlySharedWith'][number]

export function RecentlySharedWith({ businesses }: { businesses: readonly Business[] | undefined }) {
  return (
    <Card
      title="Recently Shared With"
      actions={
        businesses &&
        businesses.length > 0 && (
          <TextLink to="/user/documents?shared=1" aria-label="View All shares">
            View All
          </TextLink>
        )
      }
    >
      {!businesses ? (
        <Skeleton className="h-16" label="Loading businesses" />
      ) : businesses.length === 0 ? (
        <p className="text-ink-muted">No business yet. What you share with one shows here.</p>
      ) : (
        <ul aria-label="Recently Shared With" className="grid gap-3">
          {businesses.map((business) => (
            <SharedBusiness key={business.businessId} {...business} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const SharedBusiness = ({ businessId, name, isVerified, lastSharedAt, documentCount }: Business) => (
  <li className="flex items-center gap-3">
    <Avatar id={businessId} name={name} />
    <span className="grid min-w-0">
      <span className="font-medium [overflow-wrap:anywhere]">
        {name}
        {isVerified && <VerifiedMark />}
      </span>
      <span className="text-xs text-ink-muted">
        Shared <RelativeTime at={lastSharedAt} /> ·{' '}
        {documentCount === 1 ? '1 document' : `${documentCount} documents`}
      </span>
    </span>
  </li>
)
