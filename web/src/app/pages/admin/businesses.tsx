import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { AddBusinessDialog, Businesses } from '../../../features/admin-businesses/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

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
      <Suspense fallback={<SectionSpinner />}>
        <Businesses />
      </Suspense>
      {isAdding && (
        <Suspense>
          <AddBusinessDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
