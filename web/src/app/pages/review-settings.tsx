import { LocationsCard } from '../../features/coverage/locations-card.tsx'
import { AutomaticReviewCard } from '../../features/review/automatic-review-card.tsx'
import { RejectReasonsCard } from '../../features/review/reject-reasons-card.tsx'

/** How a business reviews, and where it sells. */
export default function ReviewSettings() {
  return (
    <div className="grid gap-6">
      <LocationsCard />
      <RejectReasonsCard />
      <AutomaticReviewCard />
    </div>
  )
}
