import { Suspense } from 'react'
import { Outbox } from '../../../features/outbox/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

const title = 'Mail'

export const meta = pageMeta(title)

export default function MailPage() {
  return (
    <>
      <PageHeader title={title} description="Mail that was queued, kept, sent or failed." />
      <Suspense fallback={<SectionSpinner />}>
        <Outbox />
      </Suspense>
    </>
  )
}
