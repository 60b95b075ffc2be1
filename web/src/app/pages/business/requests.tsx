import { useSearchParams } from 'react-router'
import { RequestList } from '../../../features/requests/request-list.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

const CampaignList = onDemand(
  async () => (await import('../../../features/requests/campaigns/campaign-list.tsx')).CampaignList,
  <SectionSpinner />,
)

const title = 'Requests'

export const meta = pageMeta(title)

/** The tab is in the address, so that a link can lead to it. */
export default function RequestsPage() {
  const [params, setParams] = useSearchParams()
  return (
    <>
      <PageHeader
        title={title}
        description="Ask customers for their certificates by email, with a link, or with a QR code at your counter."
      />
      <Tabs
        label="Requests"
        value={params.get('tab') === 'lists' ? 'lists' : 'customers'}
        onChange={(tab) => setParams(tab === 'lists' ? { tab } : {}, { replace: true })}
        tabs={[
          { value: 'customers', label: 'Customers', content: <RequestList /> },
          { value: 'lists', label: 'Lists', content: <CampaignList /> },
        ]}
      />
    </>
  )
}
