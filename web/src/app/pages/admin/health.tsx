import { Suspense } from 'react'
import { SystemHealth } from '../../../features/system-health/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

const title = 'Health'

export const meta = pageMeta(title)

export default function HealthPage() {
  return (
    <>
      <PageHeader title={title} description="Queue, storage, database and sandbox." />
      <Suspense fallback={<SectionSpinner />}>
        <SystemHealth />
      </Suspense>
    </>
  )
}
