import { SystemHealth } from '../../../features/admin/health/system-health.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'Health'

export const meta = pageMeta(title)

export default function HealthPage() {
  return (
    <>
      <PageHeader title={title} description="Queue, storage, database and sandbox." />
      <SystemHealth />
    </>
  )
}
