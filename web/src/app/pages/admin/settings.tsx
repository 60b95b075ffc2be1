import { SettingSections } from '../../../features/admin/settings/settings-form.tsx'
import { IpListCard } from '../../../features/businesses/network-lists/ip-list-card.tsx'
import { SingleSignOnCard } from '../../../features/single-sign-on/single-sign-on-card.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

export const meta = pageMeta('Settings')

export default function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" description="We record every change in the audit log." />
      <div className="grid max-w-3xl gap-6">
        <SettingSections />
        <SingleSignOnCard area="admin" />
        <IpListCard area="admin" />
      </div>
    </>
  )
}
