import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import OwnAccount from '../own-account.tsx'

export const meta = pageMeta('My Profile')

export default function ProfilePage() {
  return (
    <>
      <PageHeader title="My Profile" description="Your account, login and data." />
      <OwnAccount />
    </>
  )
}
