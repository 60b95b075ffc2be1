import { texts } from '@exempta/contract/texts'
import { useNavigate } from 'react-router'
import { UploadForm } from '../../../features/documents/upload/upload-form.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { GuardedHandle } from '../../shell/use-session-guard.ts'

const title = 'Upload Documents'

export const meta = pageMeta(title)
export const handle: GuardedHandle = { loginMessage: texts.login.uploadFirst }

export default function UploadPage() {
  const navigate = useNavigate()
  const state = useSessionState()
  if (state.status !== 'signed-in') return null
  return (
    <>
      <PageHeader
        title={title}
        description="Upload documents and card photos. We hide the private details."
      />
      <UploadForm personId={state.session.person.id} onDone={() => void navigate('/user/documents')} />
    </>
  )
}
