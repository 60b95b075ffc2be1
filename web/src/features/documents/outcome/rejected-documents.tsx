import type { DocumentDetails } from '@exempta/contract/documents'
import type { getUserDashboard } from '@exempta/contract/documents/dashboard'
import type { RouteOutput } from '@exempta/contract/route'
import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateOf } from '../../../shared/document-marks.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { TextLink } from '../../../ui/text.tsx'

interface RejectionBannerProps {
  title: string
  reason: string
  /** The page of the document, where the corrected version can be uploaded. */
  to: string
  children?: ReactNode
}

function RejectionBanner({ title, reason, to, children }: RejectionBannerProps) {
  return (
    <Banner
      tone="danger"
      title={title}
      action={
        !children && (
          <LinkButton to={to} size="sm">
            <Upload aria-hidden className="size-4" />
            Upload a corrected version
          </LinkButton>
        )
      }
    >
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">Reason: {reason}</p>
      {children}
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
          to={correctionAddress(document.id, shareId)}
        >
          {isCorrectionUnderWay && (
            <p>
              Your corrected version will replace it.{' '}
              <TextLink to={`/user/documents/${document.id}`}>See how far it is</TextLink>
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
  const { id, name, recipients, replaces, replacedBy, needsCheck } = document
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
              {isCorrectionUnderWay && <p>Your corrected version will replace it when it’s ready.</p>}
            </RejectionBanner>
          ),
      )}
      {replaces && replaces.waiting.length > 0 && (
        <Banner>
          {needsCheck ? 'When you’ve checked this document' : 'When this document is ready'}, it replaces{' '}
          <TextLink to={`/user/documents/${replaces.document.id}`}>{replaces.document.name}</TextLink> for{' '}
          {namesInWords(replaces.waiting)}.
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

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' })
const namesInWords = (names: readonly string[]) => listFormat.format(names)
