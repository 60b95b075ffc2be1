import { ApplicationList } from '../../../features/admin/applications/application-list.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'Applications'

export const meta = pageMeta(title)

export default function ApplicationsPage() {
  return (
    <>
      <PageHeader
        title={title}
        description="Job applications and resumes. We delete each one after a year."
      />
      <ApplicationList />
    </>
  )
}
