import { AuditLog } from '../../../features/admin/audit/audit-log.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'Audit Log'

export const meta = pageMeta(title)

export default function AuditPage() {
  return (
    <>
      <PageHeader title={title} description="Who did what, when and from where." />
      <AuditLog />
    </>
  )
}
