import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { AddWebhookDialog, Webhooks } from '../../../features/webhooks/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

const title = 'Webhooks'

export const meta = pageMeta(title)

export default function WebhooksPage() {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title={title}
        description="Exempta tells your server when a document is shared, reviewed, changed or taken back."
        breadcrumb={<Breadcrumb crumbs={[{ label: 'API', to: '/business/api' }, { label: title }]} />}
        actions={
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-4" />
            Add Webhook
          </Button>
        }
      />
      <Suspense fallback={<SectionSpinner />}>
        <Webhooks />
      </Suspense>
      {isAdding && (
        <Suspense>
          <AddWebhookDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
