import { useSearchParams } from 'react-router'
import { ApiAccessCard } from '../../../features/api/keys/api-access-card.tsx'
import { IpListCard } from '../../../features/businesses/network-lists/ip-list-card.tsx'
import { BusinessDetails } from '../../../features/businesses/profile/business-details.tsx'
import { EmailPreferences } from '../../../features/businesses/profile/email-preferences.tsx'
import { roleWords } from '../../../features/businesses/team/team-words.ts'
import { SingleSignOnCard } from '../../../features/single-sign-on/single-sign-on-card.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { hasAccess, useMembership } from '../../../lib/roles.ts'
import { Card } from '../../../ui/card.tsx'
import { PageSkeleton, Skeleton } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { TextLink } from '../../../ui/text.tsx'

const OwnAccount = onDemand(
  async () => (await import('../own-account.tsx')).default,
  <PageSkeleton label="Loading account" hasAside />,
)

const ReviewSettings = onDemand(
  async () => (await import('../review-settings.tsx')).default,
  <Skeleton className="h-96" label="Loading settings" />,
)

function OwnBusiness() {
  const { isManager } = useMembership()
  return (
    <BusinessDetails>
      <EmailPreferences />
      <Card
        title="Team"
        description="The people in your business and their roles."
        actions={<TextLink to="/business/team">{isManager ? 'Manage Team' : 'View Team'}</TextLink>}
      >
        <p className="text-ink-muted">{roleWords}</p>
      </Card>
    </BusinessDetails>
  )
}

function AccessSettings() {
  const { isManager } = useMembership()
  return (
    <div className="grid gap-6">
      {isManager && <SingleSignOnCard area="business" />}
      {isManager && <IpListCard area="business" />}
      <ApiAccessCard />
    </div>
  )
}

/** The first one is what the address without a tab shows. */
const tabs = [
  { value: 'business', label: 'Business', content: <OwnBusiness /> },
  { value: 'review', label: 'Review', content: <ReviewSettings /> },
  { value: 'access', label: 'Access', content: <AccessSettings /> },
  { value: 'account', label: 'My account', content: <OwnAccount /> },
]

/** The tab is in the address, so that a link can lead to it. */
function ProfileTabs() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  return (
    <Tabs
      label="Business Profile"
      value={tabs.find(({ value }) => value === asked)?.value ?? 'business'}
      onChange={(tab) => setParams(tab === 'business' ? {} : { tab }, { replace: true })}
      tabs={tabs}
    />
  )
}

export const meta = pageMeta('Business Profile')

export default function ProfilePage() {
  const { business } = useMembership()
  if (!hasAccess(business)) {
    return (
      <>
        <PageHeader title="My account" description="You still have your own account." />
        <OwnAccount />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="Business Profile"
        description="Your business, how it reviews, who may get in, and your own account."
      />
      <ProfileTabs />
    </>
  )
}
