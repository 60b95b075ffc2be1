import { lazy, Suspense } from 'react'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

const IpListCard = lazy(async () => ({
  default: (await import('../../../features/ip-access/index.ts')).IpListCard,
}))

export const meta = pageMeta('Settings')

export default function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" description="How this installation works." />
      <Suspense fallback={<SectionSpinner />}>
        <div className="grid max-w-3xl gap-6">
          <IpListCard area="admin" />
          <p className="text-ink-muted">The other settings of this installation are not on this page yet.</p>
        </div>
      </Suspense>
    </>
  )
}
