import { texts } from '@exempta/contract/texts'
import { useNavigate } from 'react-router'
import { UploadForm } from '../../../features/documents/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { GuardedHandle } from '../../shell/use-session-guard.ts'

const title = 'Upload Documents'

export const meta = pageMeta(title)
export const handle: GuardedHandle = { loginMessage: texts.login.uploadFirst }

export default function UploadPage() {
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={title}
        description="Send us documents and card photos; we hide what must stay private."
      />
      <UploadForm onDone={() => void navigate('/user/documents')} />
    </>
  )
}
