import { useSearchParams } from 'react-router'
import { CoverageList } from '../../../features/coverage/coverage-list.tsx'
import { ReceiptList } from '../../../features/coverage/receipt-list.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

const title = 'Coverage'

export const meta = pageMeta(title)

/** The tab is in the address, so that a link can lead to it. */
export default function CoveragePage() {
  const [params, setParams] = useSearchParams()
  return (
    <>
      <PageHeader
        title={title}
        description="Which customers are exempt in which states today, and what was answered at each sale."
      />
      <Tabs
        label="Coverage"
        value={params.get('tab') === 'receipts' ? 'receipts' : 'customers'}
        onChange={(tab) => setParams(tab === 'receipts' ? { tab } : {}, { replace: true })}
        tabs={[
          { value: 'customers', label: 'Customers', content: <CoverageList /> },
          { value: 'receipts', label: 'Receipts', content: <ReceiptList /> },
        ]}
      />
    </>
  )
}
