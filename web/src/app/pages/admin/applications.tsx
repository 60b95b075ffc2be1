import { lazy, Suspense } from 'react'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

const ApplicationList = lazy(async () => ({
  default: (await import('../../../features/applications/index.ts')).ApplicationList,
}))

const title = 'Applications'

export const meta = pageMeta(title)

export default function ApplicationsPage() {
  return (
    <>
      <PageHeader
        title={title}
        description="Job applications and their files. Each is deleted after a year."
      />
      <Suspense fallback={<SectionSpinner />}>
        <ApplicationList />
      </Suspense>
    </>
  )
}
