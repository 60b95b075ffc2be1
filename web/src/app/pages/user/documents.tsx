import { Upload } from 'lucide-react'
import { Suspense } from 'react'
import { DocumentsList } from '../../../features/documents/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

const title = 'My Documents'

export const meta = pageMeta(title)

export default function DocumentsPage() {
  return (
    <>
      <PageHeader
        title={title}
        description="Everything you have uploaded, and who can see it."
        actions={
          <LinkButton to="/user/upload">
            <Upload aria-hidden className="size-4" />
            Upload Document
          </LinkButton>
        }
      />
      <Suspense fallback={<SectionSpinner />}>
        <DocumentsList />
      </Suspense>
    </>
  )
}
