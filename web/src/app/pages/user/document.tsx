import { Suspense } from 'react'
import { useNavigate, useParams } from 'react-router'
import { DocumentView } from '../../../features/documents/index.ts'
import { DocumentShares } from '../../../features/shares/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'
import { useSharing } from './use-sharing.tsx'

export const meta = pageMeta('Document')

export default function DocumentPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { share, dialog } = useSharing()
  return (
    <>
      <Suspense fallback={<SectionSpinner />}>
        <DocumentView
          key={id}
          id={id}
          onDeleted={() => void navigate('/user/documents')}
          onShare={(document) => share({ documents: [document] })}
          shares={<DocumentShares documentId={id} onShare={share} />}
        />
      </Suspense>
      {dialog}
    </>
  )
}
