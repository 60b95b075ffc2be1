import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import OwnAccount from '../own-account.tsx'

export const meta = pageMeta('Admin Profile')

export default function ProfilePage() {
  return (
    <>
      <PageHeader title="Admin Profile" description="Your account and its security settings." />
      <OwnAccount />
    </>
  )
}
