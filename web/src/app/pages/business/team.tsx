import { Team } from '../../../features/businesses/team/team.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useInviting } from './use-inviting.tsx'

const title = 'Team'

export const meta = pageMeta(title)

export default function TeamPage() {
  const { button, dialog } = useInviting()
  return (
    <>
      <PageHeader title={title} description="The people in your business and their roles." actions={button} />
      <Team />
      {dialog}
    </>
  )
}
