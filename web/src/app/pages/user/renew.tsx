import { useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { UploadOne } from '../../../features/documents/upload/upload-one.tsx'
import { useWhatWeRead } from '../../../features/exemptions/what-we-read.tsx'
import { RenewCertificate } from '../../../features/wallet/renew-certificate.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import type { PageViewerHandle } from '../../../shared/page-viewer/page-viewer.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TextLink } from '../../../ui/text.tsx'

const title = 'Renew a certificate'

export const meta = pageMeta(title)

/** The new certificate is in the address, so that the page can be left while it's processed. */
export default function RenewPage() {
  const { id = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const newId = params.get('with') ?? undefined
  return (
    <>
      <PageHeader
        title={title}
        description="Upload the new one, confirm what we read, and send it to the businesses that hold the old one."
        breadcrumb={<BackLink to="/user/wallet">Wallet</BackLink>}
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
        reading={newId && <Reading key={newId} documentId={newId} />}
        onStartOver={() => setParams({}, { replace: true })}
      />
    </>
  )
}

/** The same panel as on the document's page, which shows the pages beside it. */
function Reading({ documentId }: { documentId: string }) {
  const viewer = useRef<PageViewerHandle>(null)
  const [activeId, setActive] = useState<string>()
  const { panel } = useWhatWeRead(documentId)
  return (
    <div className="grid gap-2">
      {panel({ viewer, activeId, onActive: setActive })}
      <TextLink to={`/user/documents/${documentId}`}>Look at its pages</TextLink>
    </div>
  )
}
