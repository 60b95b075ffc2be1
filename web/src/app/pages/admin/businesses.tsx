import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Businesses } from '../../../features/businesses/administration/businesses.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

const AddBusinessDialog = onDemand(
  async () =>
    (await import('../../../features/businesses/administration/business-forms.tsx')).AddBusinessDialog,
)

const title = 'Manage Businesses'

export const meta = pageMeta(title)

export default function BusinessesPage() {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title={title}
        description="Registered businesses, their status and verification."
        actions={
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-4" />
            Add Business
          </Button>
        }
      />
      <Businesses />
      {isAdding && <AddBusinessDialog onClose={() => setAdding(false)} />}
    </>
  )
}
