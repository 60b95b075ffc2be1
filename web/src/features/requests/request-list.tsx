import { getEmailAddress } from '@exempta/contract/inbound'
import { useQuery } from '@tanstack/react-query'
import { Mail, QrCode, Send } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { onDemand } from '../../lib/on-demand.tsx'
import { pageMeta } from '../../lib/page-meta.ts'
import { routeQuery } from '../../lib/query.ts'
import { useMembership } from '../../lib/roles.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { SectionSpinner } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { RequestTable } from './request-table.tsx'

const CampaignList = onDemand(
  async () => (await import('./campaigns/campaign-list.tsx')).CampaignList,
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

const dialogs = () => import('./ask-dialogs.tsx')
const AskOneCustomer = onDemand(async () => (await dialogs()).AskOneCustomer)
const CounterCode = onDemand(async () => (await dialogs()).CounterCode)

/** Only where customers can answer by email, and for managers, who decide about their emails. */
function EmailsLink() {
  const { isManager } = useMembership()
  const { data } = useQuery({ ...routeQuery(getEmailAddress, {}), enabled: isManager })
  return (
    data?.address && (
      <LinkButton to="/business/emails" variant="secondary">
        <Mail aria-hidden className="size-4" />
        Emails from customers
      </LinkButton>
    )
  )
}

/** Whom the business asked, and what came of it. */
function RequestList() {
  const [asking, setAsking] = useState<'customer' | 'counter'>()
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2">
        <Button onClick={() => setAsking('customer')}>
          <Send aria-hidden className="size-4" />
          Ask a customer
        </Button>
        <Button variant="secondary" onClick={() => setAsking('counter')}>
          <QrCode aria-hidden className="size-4" />
          QR code for the counter
        </Button>
        <EmailsLink />
      </div>
      <RequestTable />
      {asking === 'customer' && <AskOneCustomer onClose={() => setAsking(undefined)} />}
      {asking === 'counter' && <CounterCode onClose={() => setAsking(undefined)} />}
    </>
  )
}
