import { Upload } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { WalletList } from '../../../features/certificates/wallet/wallet-list.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

const WhereCovered = onDemand(
  async () => (await import('../../../features/certificates/wallet/where-covered.tsx')).WhereCovered,
  <SectionSpinner />,
)

const title = 'Wallet'

export const meta = pageMeta(title)

/** The tab is in the address, so that a link can lead to it. */
export default function WalletPage() {
  const [params, setParams] = useSearchParams()
  return (
    <>
      <PageHeader
        title={title}
        description="Your certificates: where they cover you, when they expire, and who holds them."
        actions={
          <LinkButton to="/user/upload">
            <Upload aria-hidden className="size-4" />
            Upload Document
          </LinkButton>
        }
      />
      <Tabs
        label={title}
        value={params.get('tab') === 'covered' ? 'covered' : 'certificates'}
        onChange={(tab) => setParams(tab === 'covered' ? { tab } : {}, { replace: true })}
        tabs={[
          { value: 'certificates', label: 'Certificates', content: <WalletList /> },
          { value: 'covered', label: 'Where am I covered?', content: <WhereCovered /> },
        ]}
      />
    </>
  )
}
