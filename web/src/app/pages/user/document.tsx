import { useNavigate, useParams } from 'react-router'
import { DocumentView } from '../../../features/documents/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'

export const meta = pageMeta('Document')

export default function DocumentPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  return <DocumentView key={id} id={id} onDeleted={() => void navigate('/user/documents')} />
}
