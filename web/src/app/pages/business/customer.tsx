import { useParams } from 'react-router'
import { CustomerView } from '../../../features/customers/page/customer-view.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'

export const meta = pageMeta('Customer')

const CustomerRequests = onDemand(
  async () => (await import('../../../features/requests/customer-requests.tsx')).CustomerRequests,
)
const CustomerNumberChecks = onDemand(
  async () =>
    (await import('../../../features/review/ledger/customer-number-checks.tsx')).CustomerNumberChecks,
)

export default function CustomerPage() {
  const { id = '' } = useParams()
  return (
    <CustomerView
      key={id}
      id={id}
      requests={<CustomerRequests customerId={id} />}
      numberChecks={<CustomerNumberChecks customerId={id} />}
    />
  )
}
