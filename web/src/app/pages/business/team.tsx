import { Suspense } from 'react'
import { Team } from '../../../features/team/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'
import { useInviting } from './use-inviting.tsx'

const title = 'Team'

export const meta = pageMeta(title)

export default function TeamPage() {
  const { button, dialog } = useInviting()
  return (
    <>
      <PageHeader title={title} description="Who works with your business, and as what." actions={button} />
      <Suspense fallback={<SectionSpinner />}>
        <Team />
      </Suspense>
      {dialog}
    </>
  )
}
