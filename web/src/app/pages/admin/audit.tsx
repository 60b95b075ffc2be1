import { Suspense } from 'react'
import { AuditLog } from '../../../features/audit-log/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

const title = 'Audit Log'

export const meta = pageMeta(title)

export default function AuditPage() {
  return (
    <>
      <PageHeader title={title} description="Who did what, to what, when and from where." />
      <Suspense fallback={<SectionSpinner />}>
        <AuditLog />
      </Suspense>
    </>
  )
}
