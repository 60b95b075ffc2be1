import { lazy, Suspense } from 'react'
import { SettingSections } from '../../../features/settings/index.ts'
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
      <PageHeader
        title="Settings"
        description="How this installation works. Each section is saved by itself, and every change is recorded."
      />
      <Suspense fallback={<SectionSpinner />}>
        <div className="grid max-w-3xl gap-6">
          <SettingSections />
          <IpListCard area="admin" />
        </div>
      </Suspense>
    </>
  )
}
