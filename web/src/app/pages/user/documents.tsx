import { Upload } from 'lucide-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { DocumentsList } from '../../../features/documents/index.ts'
import { SharesList } from '../../../features/shares/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useSharing } from './use-sharing.tsx'

const title = 'My Documents'

export const meta = pageMeta(title)

/** The tab is in the address, so that a link can lead to it; each tab begins with a list of its own. */
export default function DocumentsPage() {
  const [params, setParams] = useSearchParams()
  const { share, dialog } = useSharing()
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
      <Tabs
        label={title}
        value={params.get('shared') === '1' ? 'shared' : 'documents'}
        onChange={(tab) => setParams(tab === 'shared' ? { shared: '1' } : {})}
        tabs={[
          {
            value: 'documents',
            label: 'Documents',
            content: (
              <Suspense fallback={<SectionSpinner />}>
                <DocumentsList onShare={(documents, onShared) => share({ documents, onShared })} />
              </Suspense>
            ),
          },
          {
            value: 'shared',
            label: 'Shared',
            content: (
              <Suspense fallback={<SectionSpinner />}>
                <SharesList onShare={share} />
              </Suspense>
            ),
          },
        ]}
      />
      {dialog}
    </>
  )
}
