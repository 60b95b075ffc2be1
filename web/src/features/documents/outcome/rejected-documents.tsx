import type { DocumentDetails } from '@exempta/contract/documents'
import type { getUserDashboard } from '@exempta/contract/documents/dashboard'
import { sendCorrection } from '@exempta/contract/documents/files'
import type { RouteOutput } from '@exempta/contract/route'
import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { queryClient, routeMutation } from '../../../lib/query.ts'
import { dateOf } from '../../../shared/document-marks.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'

interface RejectionBannerProps {
  title: string
  reason: string
  /** In a list of several, each takes one line where there's room. */
  isLine?: boolean
  /** The page of the document, where the corrected version can be uploaded. */
  to: string
  children?: ReactNode
}

function RejectionBanner({ title, reason, isLine = false, to, children }: RejectionBannerProps) {
  return (
    <Banner
      tone="danger"
      title={
        isLine ? (
          <span className="line-clamp-3 [overflow-wrap:anywhere] lg:line-clamp-1" title={reason}>
            {title}: <span className="font-normal">{reason}</span>
          </span>
        ) : (
          title
        )
      }
      action={
        !children && (
          <LinkButton to={to} size="sm">
            <Upload aria-hidden className="size-4" />
            Upload a corrected version
          </LinkButton>
        )
      }
    >
      {isLine ? (
        children
      ) : (
        <>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">Reason: {reason}</p>
          {children}
        </>
      )}
    </Banner>
  )
}

/** Opens the dialog on the page of the document. */
const correctionAddress = (documentId: string, shareId: string) =>
  `/user/documents/${documentId}?correct=${shareId}`

type Dashboard = RouteOutput<typeof getUserDashboard>

/** On the dashboard: what businesses rejected, and what to do about it. */
export function RejectedDocuments({ rejected, counts }: Pick<Dashboard, 'rejected' | 'counts'>) {
  const shownDocuments = new Set(rejected.map(({ document }) => document.id)).size
  return (
    <section aria-label="Rejected documents" className="grid gap-3">
      {rejected.map(({ shareId, document, business, reason, rejectedAt, isCorrectionUnderWay }) => (
        <RejectionBanner
          key={shareId}
          title={`${business} rejected ${document.name} on ${dateOf(rejectedAt)}`}
          reason={reason}
          isLine
          to={correctionAddress(document.id, shareId)}
        >
          {isCorrectionUnderWay && (
            <p>
              You uploaded a corrected version.{' '}
              <TextLink to={`/user/documents/${document.id}`}>See what’s next</TextLink>
            </p>
          )}
        </RejectionBanner>
      ))}
      {counts.rejected > shownDocuments && (
        <p>
          <TextLink to="/user/documents?status=rejected">
            View all {counts.rejected.toLocaleString()} rejected documents
          </TextLink>
        </p>
      )}
    </section>
  )
}

/** On the page of a document: who rejected it, what it replaces, and what replaced it. */
export function DocumentOutcome({ document }: { document: DocumentDetails }) {
  const { id, name, status, recipients, replaces, replacedBy, needsCheck, versions } = document
  return (
    <>
      {recipients.map(
        ({ shareId, name: business, rejectReason, isCorrectionUnderWay }) =>
          rejectReason !== null && (
            <RejectionBanner
              key={shareId}
              title={`${business} rejected ${name}`}
              reason={rejectReason}
              to={correctionAddress(id, shareId)}
            >
              {isCorrectionUnderWay && <p>Your corrected version replaces it when you send it.</p>}
            </RejectionBanner>
          ),
      )}
      {replaces && replaces.waiting.length > 0 && status === 'processed' && !needsCheck && (
        <SendCorrection
          document={document}
          replaces={replaces}
          isChanging={versions.some(({ isReady }) => !isReady)}
        />
      )}
      {replaces &&
        replaces.waiting.length > 0 &&
        status !== 'failed' &&
        (status !== 'processed' || needsCheck) && (
          <Banner>
            {needsCheck ? 'When you’ve checked this document' : 'When this document is ready'}, you can send
            it to {namesInWords(replaces.waiting)} in place of{' '}
            <TextLink to={`/user/documents/${replaces.document.id}`}>{replaces.document.name}</TextLink>.
          </Banner>
        )}
      {replacedBy && (
        <Banner>
          You replaced this document with{' '}
          <TextLink to={`/user/documents/${replacedBy.id}`}>{replacedBy.name}</TextLink>.
        </Banner>
      )}
    </>
  )
}

interface SendCorrectionProps {
  document: DocumentDetails
  replaces: NonNullable<DocumentDetails['replaces']>
  /** A new version is being made: it's sent when its owner has seen that. */
  isChanging: boolean
}

/** A corrected version above its pages: the owner looks at what is hidden, then sends it. */
function SendCorrection({ document: { id, name, version }, replaces, isChanging }: SendCorrectionProps) {
  const send = useMutation({
    ...routeMutation(sendCorrection),
    onSuccess: ({ sent, kept }) => {
      if (sent > 0) toast.success(`${name} replaced ${replaces.document.name}.`)
      for (const reason of kept) toast.info(reason)
    },
    onError: (error) => toast.error(errorText(error)),
    onSettled: () =>
      Promise.all(
        ['documents', 'shares'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
      ),
  })
  const who = namesInWords(replaces.waiting)
  return (
    <Banner
      title="Look at the result, then send it"
      action={
        <Button
          size="sm"
          isLoading={send.isPending}
          disabled={isChanging}
          onClick={() => send.mutate({ params: { id }, body: { version } })}
        >
          {replaces.waiting.length === 1 ? `Send to ${who}` : `Send to ${replaces.waiting.length} recipients`}
        </Button>
      }
    >
      This is what {who} will see. It replaces{' '}
      <TextLink to={`/user/documents/${replaces.document.id}`}>{replaces.document.name}</TextLink>, and the
      review starts over.
    </Banner>
  )
}

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' })
const namesInWords = (names: readonly string[]) => listFormat.format(names)
