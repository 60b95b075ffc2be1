import { useParams } from 'react-router'
import { AuditHistory } from '../../../features/admin/audit/audit-history.tsx'
import { DocumentsReceived } from '../../../features/admin/documents/administered-tables.tsx'
import { BusinessDetail } from '../../../features/businesses/administration/business-detail.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'

export const meta = pageMeta('Business Detail')

export default function BusinessPage() {
  const { id = '' } = useParams()
  return (
    <BusinessDetail
      key={id}
      id={id}
      documents={<DocumentsReceived businessId={id} />}
      history={
        <AuditHistory
          title="History"
          of={{ targetKind: 'business', targetId: id }}
          empty="Nothing has been changed yet."
        />
      }
    />
  )
}
