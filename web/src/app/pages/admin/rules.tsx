import { RuleList } from '../../../features/admin/knowledge/rule-list.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'Rules'

export const meta = pageMeta(title)

export default function RulesPage() {
  return (
    <>
      <PageHeader
        title={title}
        description="What states and forms say about exemption certificates, and where we read it."
      />
      <RuleList />
    </>
  )
}
