import type { BusinessStatus } from '@exempta/contract/businesses'
import { Banner } from '../../../ui/banner.tsx'

/** Says what a business that is not active cannot do yet, or any more. */
export function BusinessStatusBanner({ status }: { status: Exclude<BusinessStatus, 'active'> }) {
  return status === 'pending' ? (
    <Banner tone="warning" title="Your business is waiting to be activated" className="mb-6">
      An administrator will review it first. Until then, no one can share documents with you, but you can
      complete your profile and invite your team.
    </Banner>
  ) : (
    <Banner tone="warning" title="Your business is inactive" className="mb-6">
      You can view and download your documents, but you can’t receive or review documents or send invitations.
      Contact support to learn more.
    </Banner>
  )
}
