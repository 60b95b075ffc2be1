import { useSearchParams } from 'react-router'
import { CoverageList } from '../../../features/coverage/coverage-list.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

const title = 'Coverage'

const ReceiptList = onDemand(
  async () => (await import('../../../features/coverage/receipt-list.tsx')).ReceiptList,
)
const DueNumbers = onDemand(
  async () => (await import('../../../features/review/ledger/due-numbers.tsx')).DueNumbers,
)

const tabs = ['receipts', 'numbers']

export const meta = pageMeta(title)

/** The tab is in the address, so that a link can lead to it. */
export default function CoveragePage() {
  const [params, setParams] = useSearchParams()
  return (
    <>
      <PageHeader
        title={title}
        description="Which customers are exempt in which states today, what was answered at each sale, and which numbers to look up again."
      />
      <Tabs
        label="Coverage"
        value={tabs.find((tab) => tab === params.get('tab')) ?? 'customers'}
        onChange={(tab) => setParams(tabs.includes(tab) ? { tab } : {}, { replace: true })}
        tabs={[
          { value: 'customers', label: 'Answers by state', content: <CoverageList /> },
          { value: 'receipts', label: 'Receipts', content: <ReceiptList /> },
          { value: 'numbers', label: 'Due this month', content: <DueNumbers /> },
        ]}
      />
    </>
  )
}
