import { lazy, Suspense } from 'react'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

const AccessRequests = lazy(async () => ({
  default: (await import('../../../features/api-access/index.ts')).AccessRequests,
}))

const title = 'API Access'

export const meta = pageMeta(title)

export default function ApiAccessPage() {
  return (
    <>
      <PageHeader title={title} description="Businesses that asked to use the API, and what was decided." />
      <Suspense fallback={<SectionSpinner />}>
        <AccessRequests />
      </Suspense>
    </>
  )
}
