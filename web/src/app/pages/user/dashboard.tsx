import { Upload } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { pageMeta } from '../../../lib/page-meta.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'
import { useSharing } from './use-sharing.tsx'

const UserDashboard = lazy(async () => ({
  default: (await import('../../../features/dashboard/index.ts')).UserDashboard,
}))

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
        description={`Welcome back, ${person.name}.`}
        actions={
          <LinkButton to="/user/upload">
            <Upload aria-hidden className="size-4" />
            Upload Document
          </LinkButton>
        }
      />
      <Suspense fallback={<SectionSpinner />}>
        <UserDashboard person={person} onShare={() => share({})} />
      </Suspense>
      {dialog}
    </>
  )
}
