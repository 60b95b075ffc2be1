import { lazy, Suspense } from 'react'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

const ProfileTabs = lazy(() => import('./profile-tabs.tsx'))

export const meta = pageMeta('Business Profile')

export default function ProfilePage() {
  return (
    <>
      <PageHeader title="Business Profile" description="Your business and your own account." />
      <Suspense fallback={<SectionSpinner />}>
        <ProfileTabs />
      </Suspense>
    </>
  )
}
