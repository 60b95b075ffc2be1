import type { BusinessStatus } from '@exempta/contract/businesses'
import { Banner } from '../../../ui/banner.tsx'

/** Says what a business that is not active cannot do yet, or any more. */
export function BusinessStatusBanner({ status }: { status: Exclude<BusinessStatus, 'active'> }) {
  return status === 'pending' ? (
    <Banner tone="warning" title="Your business waits for activation" className="mb-6">
      An administrator looks at it first. Until then nobody can share documents with it; you can complete the
      profile and invite your team.
    </Banner>
  ) : (
    <Banner tone="warning" title="Your business is inactive" className="mb-6">
      You can view and download what you have. New documents, reviews and invitations are closed; please
      contact support.
    </Banner>
  )
}
