import { lazy, Suspense } from 'react'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

const OwnAccount = lazy(() => import('../own-account.tsx'))

export const meta = pageMeta('Admin Profile')

export default function ProfilePage() {
  return (
    <>
      <PageHeader title="Admin Profile" description="Your account and its security settings." />
      <Suspense fallback={<SectionSpinner />}>
        <OwnAccount />
      </Suspense>
    </>
  )
}
