import type { BusinessMembership } from '@exempta/contract/businesses'
import { useSearchParams } from 'react-router'
import { IpListCard } from '../../../features/ip-access/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { OwnAccount } from '../own-account.tsx'

export const meta = pageMeta('Business Profile')

const ownTab = 'account'

/** The tab is in the address, so that a link can lead to it. */
export default function ProfilePage() {
  const [params, setParams] = useSearchParams()
  const state = useSessionState()
  const business = state.status === 'signed-in' ? state.session.person.business : null
  return (
    <>
      <PageHeader title="Business Profile" description="Your business and your own account." />
      <Tabs
        label="Business Profile"
        value={params.get('tab') === ownTab ? ownTab : 'business'}
        onChange={(tab) => setParams(tab === ownTab ? { tab } : {}, { replace: true })}
        tabs={[
          { value: 'business', label: 'Business', content: business && <OwnBusiness business={business} /> },
          { value: ownTab, label: 'My account', content: <OwnAccount /> },
        ]}
      />
    </>
  )
}

function OwnBusiness({ business }: { business: BusinessMembership }) {
  return (
    <div className="grid max-w-3xl gap-6">
      <Card title="Business Information">
        <Facts
          facts={[
            { label: 'Business Name', value: business.name },
            { label: 'Status', value: <StatusBadge status={business.status} /> },
            { label: 'Your role', value: business.role === 'manager' ? 'Manager' : 'Viewer' },
          ]}
        />
        <p className="mt-4 text-ink-muted">The other details of your business cannot be edited here yet.</p>
      </Card>
      {business.role === 'manager' && <IpListCard area="business" />}
    </div>
  )
}
