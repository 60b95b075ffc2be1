import { useParams } from 'react-router'
import { WebhookDetail } from '../../../features/api/webhooks/webhook-detail.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'Webhook Detail'
const crumbs = [
  { label: 'API', to: '/business/api' },
  { label: 'Webhooks', to: '/business/webhooks' },
  { label: title },
]

export const meta = pageMeta(title)

export default function WebhookPage() {
  const { id = '' } = useParams()
  return (
    <>
      <PageHeader title={title} breadcrumb={<Breadcrumb crumbs={crumbs} />} />
      <WebhookDetail key={id} id={id} />
    </>
  )
}
