import { getApiAccess } from '@exempta/contract/api/keys'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Webhooks } from '../../../features/api/webhooks/webhooks.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { routeQuery } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TextLink } from '../../../ui/text.tsx'

const AddWebhookDialog = onDemand(
  async () => (await import('../../../features/api/webhooks/webhook-dialogs.tsx')).AddWebhookDialog,
)

const title = 'Webhooks'

export const meta = pageMeta(title)

export default function WebhooksPage() {
  const [isAdding, setAdding] = useState(false)
  const { data: access } = useQuery(routeQuery(getApiAccess, {}))
  return (
    <>
      <PageHeader
        title={title}
        description="We call your endpoint when a document is shared, reviewed, updated or no longer shared."
        breadcrumb={<Breadcrumb crumbs={[{ label: 'API', to: '/business/api' }, { label: title }]} />}
        actions={
          access?.state === 'approved' && (
            <Button onClick={() => setAdding(true)}>
              <Plus aria-hidden className="size-4" />
              Add Webhook
            </Button>
          )
        }
      />
      <div className="grid gap-6">
        {access && access.state !== 'approved' && (
          <Banner tone="info" title="Your business doesn’t have API access.">
            Webhooks are part of the API. <TextLink to="/business/api">Request API access</TextLink> first.
          </Banner>
        )}
        <Webhooks />
      </div>
      {isAdding && <AddWebhookDialog onClose={() => setAdding(false)} />}
    </>
  )
}
