import { useParams, useSearchParams } from 'react-router'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { PageSkeleton, SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

const FillCertificate = onDemand(
  async () => (await import('./fill-certificate.tsx')).FillCertificate,
  <PageSkeleton label="Loading certificate" />,
)
const FilledCertificates = onDemand(
  async () => (await import('./filled-certificates.tsx')).FilledCertificates,
  <PageSkeleton label="Loading certificates" />,
)
const ReadingAlone = onDemand(
  async () => (await import('../reading/reading-alone.tsx')).ReadingAlone,
  <SectionSpinner />,
)

const title = 'Fill in for another seller'

export const meta = pageMeta(title)

/** What was signed together is in the address, so that the page can be left while it's processed. */
export default function FillPage() {
  const { id = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const batchId = params.get('batch')
  return (
    <>
      <BackLink to="/user/wallet">Wallet</BackLink>
      <PageHeader
        title={title}
        description={
          batchId
            ? 'Confirm what each certificate says, then send it to its seller.'
            : 'Most certificates name one seller. Make a new one for each of your other sellers from what you confirmed.'
        }
      />
      {batchId ? (
        <FilledCertificates
          key={batchId}
          batchId={batchId}
          reading={(documentId) => <ReadingAlone key={documentId} documentId={documentId} />}
        />
      ) : (
        <FillCertificate key={id} id={id} onFilled={(batch) => setParams({ batch }, { replace: true })} />
      )}
    </>
  )
}
