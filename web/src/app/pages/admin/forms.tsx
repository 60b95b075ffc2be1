import { BlankForms } from '../../../features/admin/knowledge/blank-forms.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'Forms'

export const meta = pageMeta(title)

export default function FormsPage() {
  return (
    <>
      <PageHeader
        title={title}
        description="Blank forms that people fill in for their sellers, from the certificates in their wallet."
      />
      <BlankForms />
    </>
  )
}
