import {
  type EmailShareDocument,
  emailShareAddress,
  getEmailShareDocument,
} from '@exempta/contract/sharing/email-links'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { errorText } from '../../../lib/api-error.ts'
import { routeQuery } from '../../../lib/query.ts'
import { PageViewer } from '../../../shared/page-viewer/page-viewer.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'

const watermarkWords = () => 'Every page shows your address and the time of this visit.'

interface DocumentViewerProps {
  linkId: string
  document: EmailShareDocument
  /** A page could not be loaded: perhaps something changed. */
  onStale: () => void
}

export function DocumentViewer({ linkId, document, onStale }: DocumentViewerProps) {
  const { id, name, version, pageCount, canDownload, hasWatermark } = document
  const query = useQuery(
    routeQuery(getEmailShareDocument, { params: { link: linkId, id }, query: { v: version } }),
  )
  return (
    <section aria-label={name} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{name}</h2>
      {query.data ? (
        <PageViewer
          label={`Pages of ${name}`}
          pages={query.data.pages}
          addressOf={({ page }) => emailShareAddress.page(linkId, id, version, page)}
          altOf={({ page }) => `Page ${page} of ${pageCount}, ${name}`}
          onStale={onStale}
          {...(hasWatermark && { captionOf: watermarkWords })}
          tools={
            canDownload ? (
              <a
                href={emailShareAddress.download(linkId, id)}
                download
                className={buttonClass('secondary', 'sm')}
              >
                <Download aria-hidden className="size-4" />
                Download
              </a>
            ) : (
              <span className="text-sm text-ink-muted">View only</span>
            )
          }
        />
      ) : query.error ? (
        <FailedState
          message={errorText(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isRefetching}
        />
      ) : (
        <SectionSpinner />
      )}
    </section>
  )
}
