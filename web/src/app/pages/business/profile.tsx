import { useSearchParams } from 'react-router'
import { ApiAccessCard } from '../../../features/api/keys/api-access-card.tsx'
import { IpListCard } from '../../../features/businesses/network-lists/ip-list-card.tsx'
import { BusinessDetails } from '../../../features/businesses/profile/business-details.tsx'
import { EmailPreferences } from '../../../features/businesses/profile/email-preferences.tsx'
import { AutomaticReviewCard } from '../../../features/review/automatic-review-card.tsx'
import { RejectReasonsCard } from '../../../features/review/reject-reasons-card.tsx'
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

const LocationsCard = onDemand(
  async () => (await import('../../../features/coverage/locations-card.tsx')).LocationsCard,
  <Skeleton className="h-40" label="Loading locations" />,
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
        <p className="text-ink-muted">
          Viewers may only view and download documents. Managers may invite users and manage documents.
        </p>
      </Card>
      <LocationsCard />
      <RejectReasonsCard />
      <AutomaticReviewCard />
      {isManager && <IpListCard area="business" />}
      <ApiAccessCard />
    </BusinessDetails>
  )
}

const ownTab = 'account'

/** The tab is in the address, so that a link can lead to it. */
function ProfileTabs() {
  const [params, setParams] = useSearchParams()
  return (
    <Tabs
      label="Business Profile"
      value={params.get('tab') === ownTab ? ownTab : 'business'}
      onChange={(tab) => setParams(tab === ownTab ? { tab } : {}, { replace: true })}
      tabs={[
        { value: 'business', label: 'Business', content: <OwnBusiness /> },
        { value: ownTab, label: 'My account', content: <OwnAccount /> },
      ]}
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
      <PageHeader title="Business Profile" description="Your business and your own account." />
      <ProfileTabs />
    </>
  )
}
