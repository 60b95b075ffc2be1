import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AddBusinessDialog } from '../../../features/businesses/administration/business-forms.tsx'
import { Businesses } from '../../../features/businesses/administration/businesses.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

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
