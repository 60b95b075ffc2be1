import type { BusinessProfile } from '@exempta/contract/business-profile'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

const notGiven = <span className="font-normal text-ink-muted">Not given</span>

export function BusinessSummary({ profile }: { profile: BusinessProfile }) {
  return (
    <Card title="Account">
      <Facts
        layout="rows"
        facts={[
          { label: 'Account Type', value: 'Business' },
          {
            label: 'Verification Status',
            value: profile.isVerified ? <StatusBadge status="verified" /> : <Badge>Unverified</Badge>,
          },
          { label: 'Status', value: <StatusBadge status={profile.status} /> },
          { label: 'Tax ID', value: profile.taxId ?? notGiven },
          { label: 'Business Type', value: profile.type ?? notGiven },
          { label: 'Your role', value: profile.ownRole === 'manager' ? 'Manager' : 'Viewer' },
        ]}
      />
    </Card>
  )
}
