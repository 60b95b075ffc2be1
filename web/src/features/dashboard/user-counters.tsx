import type { getUserDashboard } from '@exempta/contract/dashboard'
import type { RouteOutput } from '@exempta/contract/route'
import { CircleCheck, Clock, FileUp, Share2 } from 'lucide-react'
import { StatCard } from '../../ui/stat-card.tsx'

type Counts = RouteOutput<typeof getUserDashboard>['counts']

/** Each figure leads to the documents it counts. */
export function UserCounters({ counts }: { counts: Counts | undefined }) {
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
