import { Suspense } from 'react'
import { useNavigate, useParams } from 'react-router'
import { DocumentView } from '../../../features/documents/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

export const meta = pageMeta('Document')

export default function DocumentPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  return (
    <Suspense fallback={<SectionSpinner />}>
      <DocumentView key={id} id={id} onDeleted={() => void navigate('/user/documents')} />
    </Suspense>
  )
}
