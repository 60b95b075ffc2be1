import type { BusinessMembership } from '@exempta/contract/businesses'
import { IpListCard } from '../../../features/ip-access/index.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'

export function OwnBusiness({ business }: { business: BusinessMembership }) {
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
