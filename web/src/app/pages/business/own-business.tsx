import { Suspense } from 'react'
import { ApiAccessCard } from '../../../features/api-access/index.ts'
import { BusinessDetails, MailPreferences } from '../../../features/business-profile/index.ts'
import { IpListCard } from '../../../features/ip-access/index.ts'
import { useMembership } from '../../../lib/use-membership.ts'
import { Card } from '../../../ui/card.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

export function OwnBusiness() {
  const { isManager } = useMembership()
  return (
    <Suspense fallback={<SectionSpinner />}>
      <BusinessDetails>
        <MailPreferences />
        <Card
          title="Team"
          description="Who works with your business, and as what."
          actions={<TextLink to="/business/team">{isManager ? 'Manage Team' : 'View Team'}</TextLink>}
        >
          <p className="text-ink-muted">
            Viewers may only view and download documents. Managers may invite users and manage documents.
          </p>
        </Card>
        {isManager && <IpListCard area="business" />}
        <ApiAccessCard />
      </BusinessDetails>
    </Suspense>
  )
}
