import { Upload } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { DocumentsList } from '../../../features/documents/list/documents-list.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useSharing } from './use-sharing.tsx'

const SharesList = onDemand(
  async () => (await import('../../../features/sharing/shares-list.tsx')).SharesList,
  <SectionSpinner />,
)

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
        description="Every file you’ve uploaded, and who can see it. Certificates that you confirmed are in your wallet, too."
        actions={
          <LinkButton to="/user/upload">
            <Upload aria-hidden className="size-4" />
            Upload Documents
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
            content: <DocumentsList onShare={(documents, onShared) => share({ documents, onShared })} />,
          },
          {
            value: 'shared',
            label: 'Shared',
            content: <SharesList onShare={share} />,
          },
        ]}
      />
      {dialog}
    </>
  )
}
