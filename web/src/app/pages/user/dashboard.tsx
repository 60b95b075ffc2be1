import { Upload } from 'lucide-react'
import { UserDashboard } from '../../../features/documents/dashboard/user-dashboard.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { useSessionState, welcomeLine } from '../../../lib/session-store.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useSharing } from './use-sharing.tsx'

const title = 'Dashboard'

export const meta = pageMeta(title)

export default function DashboardPage() {
  const state = useSessionState()
  const { share, dialog } = useSharing()
  if (state.status !== 'signed-in') return null
  const { person } = state.session
  return (
    <>
      <PageHeader
        title={title}
        description={welcomeLine(state.session)}
        actions={
          <LinkButton to="/user/upload">
            <Upload aria-hidden className="size-4" />
            Upload Document
          </LinkButton>
        }
      />
      <UserDashboard person={person} onShare={() => share({})} />
      {dialog}
    </>
  )
}
