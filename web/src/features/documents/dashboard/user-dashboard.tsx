import type { SignedInPerson } from '@exempta/contract/accounts'
import { getUserDashboard } from '@exempta/contract/documents/dashboard'
import type { RouteOutput } from '@exempta/contract/route'
import { fill, texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock, FileUp, Share2, Upload } from 'lucide-react'
import { errorText } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { routeQuery } from '../../../lib/query.ts'
import { VerifiedMark } from '../../../shared/document-marks.tsx'
import { ToConfirm } from '../../../shared/to-confirm.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageSkeleton, Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { StatCard } from '../../../ui/stat-card.tsx'
import { RelativeTime, TextLink } from '../../../ui/text.tsx'
import { FirstSteps } from './first-steps.tsx'
import { RecentDocuments } from './recent-documents.tsx'

// Loaded when there is something to show: the dashboard is the first page that most people open.
const RejectedDocuments = onDemand(
  async () => (await import('../outcome/rejected-documents.tsx')).RejectedDocuments,
  <Skeleton className="h-28" label="Loading rejected documents" />,
)
const ExpiresNext = onDemand(
  async () => (await import('./expires-next.tsx')).ExpiresNext,
  <Skeleton className="h-36" label="Loading certificates" />,
)

function QuickActions({ onShare }: { onShare: () => void }) {
  return (
    <Card title="Quick Actions">
      <div className="grid gap-3">
        <LinkButton to="/user/upload">
          <Upload aria-hidden className="size-4" />
          Upload Document
        </LinkButton>
        <Button variant="secondary" onClick={onShare}>
          <Share2 aria-hidden className="size-4" />
          Share Documents
        </Button>
      </div>
    </Card>
  )
}

type Counts = RouteOutput<typeof getUserDashboard>['counts']

/** Each figure leads to the documents it counts. */
function UserCounters({ counts }: { counts: Counts | undefined }) {
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <StatCard
        label="Uploaded"
        value={counts?.uploaded}
        icon={<FileUp aria-hidden />}
        to="/user/documents"
      />
      <StatCard
        label="Processed"
        value={counts?.processed}
        icon={<CircleCheck aria-hidden />}
        to="/user/documents?status=processed"
      />
      <StatCard
        label="Shared"
        value={counts?.shared}
        icon={<Share2 aria-hidden />}
        to="/user/documents?shared=1"
      />
      <StatCard
        label="Pending"
        value={counts?.pending}
        icon={<Clock aria-hidden />}
        to="/user/documents?status=processing"
      />
    </div>
  )
}

const ToCheck = ({ count }: { count: number }) => (
  <Banner
    tone="warning"
    title="Check before sharing"
    action={
      <LinkButton to="/user/documents?status=needs-check" variant="secondary" size="sm">
        {count === 1 ? 'Check it' : 'Check them'}
      </LinkButton>
    }
  >
    {count === 1
      ? 'We need you to look at 1 document before you can share it.'
      : `We need you to look at ${count.toLocaleString()} documents before you can share them.`}
  </Banner>
)

type Business = RouteOutput<typeof getUserDashboard>['recentlySharedWith'][number]

function RecentlySharedWith({ businesses }: { businesses: readonly Business[] | undefined }) {
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
        <p className="text-ink-muted">No businesses yet. When you share with one, it appears here.</p>
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

/** The person's documents at a glance; fetched again whenever one of them changes. */
export function UserDashboard({ person, onShare }: { person: SignedInPerson; onShare: () => void }) {
  const { data, error, refetch, isRefetching } = useQuery(routeQuery(getUserDashboard, {}))
  if (error && !data) {
    const message = errorText(error, '')
    return (
      <FailedState
        message={message ? fill(texts.dashboard.failed, { message }) : texts.errorOccurred}
        onRetry={() => void refetch()}
        isRetrying={isRefetching}
      />
    )
  }
  if (!data) return <PageSkeleton label="Loading dashboard" figures={4} hasAside />
  const firstSteps = (
    <FirstSteps
      person={person}
      hasUploaded={data.counts.uploaded > 0}
      hasShared={data.counts.shared > 0}
      toConfirm={data.counts.toConfirm}
    />
  )
  const isNew = data.counts.uploaded === 0
  return (
    <div className="grid gap-6">
      <div className="grid gap-3 empty:hidden">
        {data.rejected.length > 0 && <RejectedDocuments rejected={data.rejected} counts={data.counts} />}
        {data.counts.toCheck > 0 && <ToCheck count={data.counts.toCheck} />}
        <ToConfirm count={data.counts.toConfirm} />
      </div>
      {isNew && firstSteps}
      <UserCounters counts={data.counts} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <RecentDocuments documents={data.recent} />
        <div className="grid gap-6">
          <QuickActions onShare={onShare} />
          {data.expiring.length > 0 && <ExpiresNext certificates={data.expiring} />}
          <RecentlySharedWith businesses={data.recentlySharedWith} />
        </div>
      </div>
      {!isNew && firstSteps}
    </div>
  )
}
