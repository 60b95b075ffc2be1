import {
  awaitEmailShareChange,
  type EmailShare,
  type EmailShareDocument,
  emailShareAddress,
  getEmailShare,
  getEmailShareDocument,
  leaveEmailShare,
} from '@exempta/contract/sharing/email-links'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Download, FileText, LogOut } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { classNames } from '../../../lib/class-names.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { VerifiedMark } from '../../../shared/document-marks.tsx'
import { type Ends, useFollowed } from '../../../shared/emailed-link/use-followed.ts'
import { PageViewer } from '../../../shared/page-viewer/page-viewer.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FailedState } from '../../../ui/page-states.tsx'

interface DocumentChoiceProps {
  documents: readonly EmailShareDocument[]
  chosenId: string
  onChoose: (id: string) => void
}

function DocumentChoice({ documents, chosenId, onChoose }: DocumentChoiceProps) {
  return (
    <nav aria-label="Documents" className="min-w-0">
      <ul className="grid max-h-56 gap-1 overflow-y-auto rounded-card border border-line bg-surface p-2 lg:max-h-[70dvh]">
        {documents.map(({ id, name, pageCount }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === chosenId ? 'true' : undefined}
              onClick={() => onChoose(id)}
              className={classNames(
                'flex w-full items-center gap-3 rounded-control px-3 py-2 text-left hover:bg-subtle',
                id === chosenId && 'bg-accent-soft font-medium',
              )}
            >
              <FileText aria-hidden className="size-5 shrink-0 text-accent" />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 [overflow-wrap:anywhere]">{name}</span>
                <span className="block text-sm font-normal text-ink-muted">
                  {pageCount === 1 ? '1 page' : `${pageCount} pages`}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The business that the documents are for, when the address is one of its members'. */
export const ForBusiness = ({ business }: { business: NonNullable<EmailShare['business']> }) => (
  <>
    For <strong className="font-medium text-ink [overflow-wrap:anywhere]">{business.name}</strong>
    {business.isVerified && <VerifiedMark />}
  </>
)

interface SharedDocumentsProps extends Ends {
  linkId: string
}

/** The documents of a link, for visitors who confirmed the address. */
export function SharedDocuments({ linkId, onExpired, onUnproved }: SharedDocumentsProps) {
  const params = { link: linkId }
  const {
    content: share,
    failure,
    retry,
  } = useFollowed(
    {
      read: (signal) => call(getEmailShare, { params }, { signal }),
      wait: (state, signal) => call(awaitEmailShareChange, { params, query: { state } }, { signal }),
    },
    { onExpired, onUnproved },
  )
  const [trouble, setTrouble] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const document = share?.documents.find(({ id }) => id === chosen) ?? share?.documents[0]

  async function leave() {
    try {
      await call(leaveEmailShare, { params })
      onUnproved()
    } catch (error) {
      setTrouble(errorText(error))
    }
  }

  return (
    <div className="mx-auto w-full max-w-[75rem] px-4 py-8 sm:px-6">
      {!share || !document ? (
        <>
          <PageHeader title="Documents for you" />
          {failure ? <FailedState message={failure} onRetry={retry} /> : <SectionSpinner />}
        </>
      ) : (
        <>
          <PageHeader
            title={`${share.sender} shared ${counted(share.documents.length)} with you`}
            description={
              <>
                {share.business && (
                  <>
                    <ForBusiness business={share.business} />.{' '}
                  </>
                )}
                You confirmed <span className="[overflow-wrap:anywhere]">{share.email}</span>. Link expires{' '}
                {new Date(share.expiresAt).toLocaleDateString(undefined, { dateStyle: 'long' })}.
              </>
            }
            actions={
              <Button variant="secondary" onClick={() => void leave()}>
                <LogOut aria-hidden className="size-4" />
                Close
              </Button>
            }
          />
          {trouble && (
            <Banner tone="danger" className="mb-6">
              {trouble}
            </Banner>
          )}
          {share.message && (
            <blockquote className="mb-6 rounded-card border border-line border-l-4 border-l-accent bg-surface px-5 py-3 whitespace-pre-line [overflow-wrap:anywhere]">
              {share.message}
            </blockquote>
          )}
          <div
            className={
              share.documents.length > 1
                ? 'grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]'
                : ''
            }
          >
            {share.documents.length > 1 && (
              <DocumentChoice documents={share.documents} chosenId={document.id} onChoose={setChosen} />
            )}
            <QueryClientProvider client={queryClient}>
              <DocumentViewer
                key={`${document.id} ${document.version}`}
                linkId={linkId}
                document={document}
                onStale={retry}
              />
            </QueryClientProvider>
          </div>
        </>
      )}
    </div>
  )
}

const counted = (documents: number) => (documents === 1 ? 'a document' : `${documents} documents`)

const watermarkWords = () => 'Every page shows your address and the time of this visit.'

interface DocumentViewerProps {
  linkId: string
  document: EmailShareDocument
  /** A page could not be loaded: perhaps something changed. */
  onStale: () => void
}

function DocumentViewer({ linkId, document, onStale }: DocumentViewerProps) {
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
