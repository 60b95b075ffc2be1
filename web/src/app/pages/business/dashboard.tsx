import { FileInput } from 'lucide-react'
import { BusinessDashboard } from '../../../features/businesses/dashboard/business-dashboard.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { useSessionState, welcomeLine } from '../../../lib/session-store.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useInviting } from './use-inviting.tsx'

const title = 'Dashboard'

export const meta = pageMeta(title)

export default function DashboardPage() {
  const state = useSessionState()
  const { button, dialog } = useInviting()
  if (state.status !== 'signed-in') return null
  return (
    <>
      <PageHeader
        title={title}
        description={welcomeLine(state.session)}
        actions={
          <>
            {button}
            <LinkButton to="/business/documents">
              <FileInput aria-hidden className="size-4" />
              View Documents
            </LinkButton>
          </>
        }
      />
      <BusinessDashboard />
      {dialog}
    </>
  )
}
