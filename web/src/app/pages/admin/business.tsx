import { Suspense } from 'react'
import { useParams } from 'react-router'
import { BusinessDetail } from '../../../features/admin-businesses/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

export const meta = pageMeta('Business Detail')

export default function BusinessPage() {
  const { id = '' } = useParams()
  return (
    <Suspense fallback={<SectionSpinner />}>
      <BusinessDetail key={id} id={id} />
    </Suspense>
  )
}
