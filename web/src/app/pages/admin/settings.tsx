import { IpListCard } from '../../../features/ip-access/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

export const meta = pageMeta('Settings')

export default function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" description="How this installation works." />
      <div className="grid max-w-3xl gap-6">
        <IpListCard area="admin" />
        <p className="text-ink-muted">The other settings of this installation are not on this page yet.</p>
      </div>
    </>
  )
}
