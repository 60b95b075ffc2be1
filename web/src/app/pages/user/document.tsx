import { useNavigate, useParams } from 'react-router'
import { useWhatWeRead } from '../../../features/certificates/reading/what-we-read.tsx'
import { DocumentView } from '../../../features/documents/page/document-view.tsx'
import { DocumentShares } from '../../../features/sharing/document-shares.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { useSharing } from './use-sharing.tsx'

export const meta = pageMeta('Document')

export default function DocumentPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { share, dialog } = useSharing()
  const reading = useWhatWeRead(id)
  return (
    <>
      <DocumentView
        key={id}
        id={id}
        onDeleted={() => void navigate('/user/documents')}
        onShare={(document) => share({ documents: [document] })}
        reading={reading}
        shares={<DocumentShares documentId={id} onShare={share} />}
      />
      {dialog}
    </>
  )
}
