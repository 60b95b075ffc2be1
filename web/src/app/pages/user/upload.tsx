import { texts } from '@exempta/contract/texts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'
import type { GuardedHandle } from '../../shell/use-session-guard.ts'

const title = 'Upload Documents'
const purpose = 'Send us documents and card photos; we hide what must stay private.'

export const meta = pageMeta(title)
export const handle: GuardedHandle = { loginMessage: texts.login.uploadFirst }

export default function UploadPage() {
  return (
    <UnfinishedPage
      title={title}
      purpose={purpose}
      back={{ to: '/user/dashboard', label: 'Back to the dashboard' }}
    />
  )
}
