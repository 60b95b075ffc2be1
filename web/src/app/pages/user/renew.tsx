import { useParams, useSearchParams } from 'react-router'
import { RenewCertificate } from '../../../features/certificates/wallet/renew-certificate.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

const UploadOne = onDemand(
  async () => (await import('../../../features/documents/upload/upload-one.tsx')).UploadOne,
  <SectionSpinner />,
)
const ReadingAlone = onDemand(
  async () => (await import('../../../features/certificates/reading/reading-alone.tsx')).ReadingAlone,
  <SectionSpinner />,
)

const title = 'Renew a certificate'

export const meta = pageMeta(title)

/** The new certificate is in the address, so that the page can be left while it's processed. */
export default function RenewPage() {
  const { id = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const newId = params.get('with') ?? undefined
  return (
    <>
      <BackLink to="/user/wallet">Wallet</BackLink>
      <PageHeader
        title={title}
        description="Upload the new one, confirm what we read, and send it to the businesses that hold the old one."
      />
      <RenewCertificate
        key={id}
        id={id}
        newId={newId}
        upload={
          <UploadOne
            label="Drop the new certificate here"
            onUploaded={(documentId) => setParams({ with: documentId }, { replace: true })}
          />
        }
        reading={newId && <ReadingAlone key={newId} documentId={newId} />}
        onStartOver={() => setParams({}, { replace: true })}
      />
    </>
  )
}
