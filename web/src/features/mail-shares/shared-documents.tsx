import { leaveMailShare } from '@exempta/contract/mail-shares'
import { QueryClientProvider } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SectionSpinner } from '../../ui/section-spinner.tsx'
import { DocumentChoice } from './document-choice.tsx'
import { DocumentViewer } from './document-viewer.tsx'
import { useMailShare } from './use-mail-share.ts'

interface SharedDocumentsProps {
  linkId: string
  onGone: () => void
  onUnproved: () => void
}

/** The documents of a link, for whoever proved the address. */
export function SharedDocuments({ linkId, onGone, onUnproved }: SharedDocumentsProps) {
  const { share, failure, retry } = useMailShare(linkId, { onGone, onUnproved })
  const [trouble, setTrouble] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const document = share?.documents.find(({ id }) => id === chosen) ?? share?.documents[0]

  async function leave() {
    try {
      await call(leaveMailShare, { params: { link: linkId } })
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
                You proved that <span className="[overflow-wrap:anywhere]">{share.email}</span> is yours. The
                link works until{' '}
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
          <div className={share.documents.length > 1 ? 'grid gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]' : ''}>
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
