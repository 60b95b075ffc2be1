import { type Document, type DocumentDetails, getDocument } from '@exempta/contract/documents'
import { useQuery } from '@tanstack/react-query'
import {
  Download,
  Ellipsis,
  ExternalLink,
  FileX,
  Pencil,
  Share2,
  SquareDashedMousePointer,
  Trash2,
} from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorText, isNotFound } from '../../../lib/api-error.ts'
import { classNames } from '../../../lib/class-names.ts'
import { useAddressParams } from '../../../lib/list.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { usePageTitle } from '../../../lib/page-meta.ts'
import { routeQuery } from '../../../lib/query.ts'
import { downloadDocument } from '../../../shared/document-files.ts'
import type { Highlight } from '../../../shared/page-viewer/highlights.tsx'
import type { PageViewerHandle, ViewerLink } from '../../../shared/page-viewer/page-viewer.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PlainIconButton } from '../../../ui/icon-button.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { BlackOutEditor } from '../black-out/black-out-editor.tsx'
import { CheckPages } from '../check/check-pages.tsx'
import { DeleteDialog, RetryButton, viewDocument } from '../document-actions.tsx'
import { progressPercent, progressWords, useDocumentProgress } from '../document-progress.ts'
import { DocumentOutcome } from '../outcome/rejected-documents.tsx'
import { DocumentActivity, DocumentFacts, DocumentVersions } from './document-details.tsx'
import { HiddenKinds, HiddenPages, hiddenHighlights } from './hidden-pages.tsx'

const CorrectDialog = onDemand(async () => (await import('../outcome/correct-dialog.tsx')).CorrectDialog)
const RenameDialog = onDemand(async () => (await import('../rename-dialog.tsx')).RenameDialog)

interface HeaderActionsProps {
  document: Document
  shareButton: Ref<HTMLButtonElement>
  onShare: () => void
  onRename: () => void
  onDelete: () => void
}

/** Sharing is what a document is for; everything else is in a menu, so that the row stays one row on phones. */
function HeaderActions({ document, shareButton, onShare, onRename, onDelete }: HeaderActionsProps) {
  const { id, status, needsCheck } = document
  const isProcessed = status === 'processed'
  return (
    <>
      {isProcessed && !needsCheck && (
        <Button ref={shareButton} onClick={onShare}>
          <Share2 aria-hidden className="size-4" />
          Share
        </Button>
      )}
      <Menu
        trigger={
          <PlainIconButton
            label="More actions"
            icon={<Ellipsis aria-hidden />}
            className="border border-line-strong bg-surface"
          />
        }
        items={[
          ...(isProcessed && !needsCheck
            ? [{ label: 'View', icon: <ExternalLink aria-hidden />, onSelect: () => void viewDocument(id) }]
            : []),
          ...(isProcessed
            ? [
                {
                  label: 'Download',
                  icon: <Download aria-hidden />,
                  onSelect: () => void downloadDocument(id),
                },
              ]
            : []),
          { label: 'Rename', icon: <Pencil aria-hidden />, onSelect: onRename },
          {
            label: 'Delete',
            icon: <Trash2 aria-hidden />,
            tone: 'danger',
            startsGroup: true,
            onSelect: onDelete,
          },
        ]}
      />
    </>
  )
}

/** Stands where the pages will be: how far it got, or why there are none. */
function Unprocessed({ document }: { document: Document }) {
  const { progress, failure } = document
  if (failure) {
    return (
      <Banner
        tone="danger"
        title="We couldn’t process this document"
        action={
          failure.canRetry ? (
            <RetryButton document={document} />
          ) : (
            <LinkButton to="/user/upload" variant="secondary" size="sm">
              Upload it again
            </LinkButton>
          )
        }
      >
        {failure.text}
      </Banner>
    )
  }
  if (!progress) return null
  return (
    <Card
      title="Processing..."
      description="We’re hiding the private details. You can leave this page. We’ll notify you when it’s done."
    >
      <Progress label="Pages" percent={progressPercent(progress)} detail={progressWords(progress)} />
    </Card>
  )
}

/** The recipient who gets a corrected version is in the address, so that banners, lists and emails can link to it. */
function Correction({ document }: { document: DocumentDetails }) {
  const { params, set } = useAddressParams()
  const shareId = params.get('correct')
  const recipient = document.recipients.find((one) => one.shareId === shareId && one.state === 'rejected')
  if (!recipient) return null
  const close = () => set('correct', undefined, { replace: true, preventScrollReset: true })
  return <CorrectDialog document={document} recipient={recipient} onClose={close} />
}

interface LoadedDocumentProps extends Omit<DocumentViewProps, 'id'> {
  document: DocumentDetails
}

function LoadedDocument({ document, onDeleted, onShare, reading, shares }: LoadedDocumentProps) {
  /** The page that is being edited first; undefined while none is. */
  const [editedPage, setEditedPage] = useState<number>()
  const [isDeleting, setDeleting] = useState(false)
  const [isOutlined, setOutlined] = useState(true)
  const [activeId, setActiveId] = useState<string>()
  const viewer = useRef<PageViewerHandle>(null)
  const [isRenaming, setRenaming] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const shareButton = useRef<HTMLButtonElement>(null)
  const isEditing = editedPage !== undefined
  const isProcessed = document.status === 'processed'
  const isChanging = document.versions.some(({ isReady }) => !isReady)
  const hidden = useMemo(() => hiddenHighlights(document), [document])
  const isCorrecting = reading.isEditing && isProcessed && !isEditing && !document.needsCheck
  const link = { viewer, activeId, onActive: setActiveId }
  const kinds = (action?: ReactNode) => (
    <HiddenKinds
      document={document}
      // While areas are drawn, the numbers belong to these.
      highlights={isEditing || !isOutlined ? [] : hidden}
      link={link}
      outlines={isEditing || document.needsCheck ? undefined : { isOn: isOutlined, onChange: setOutlined }}
      action={action}
    />
  )
  const blackOutMore = (
    <Button
      variant="secondary"
      size="sm"
      ref={editButton}
      disabled={isEditing}
      isLoading={isChanging}
      onClick={() => setEditedPage(1)}
    >
      <SquareDashedMousePointer aria-hidden className="size-4" />
      Black out more
    </Button>
  )

  usePageTitle(document.name)
  const { needsCheck } = document
  const neededCheck = useRef(needsCheck)
  // The Done button disappears with the check, so the focus needs a new place.
  useEffect(() => {
    if (neededCheck.current && !needsCheck) shareButton.current?.focus()
    neededCheck.current = needsCheck
  }, [needsCheck])

  function stopEditing() {
    flushSync(() => setEditedPage(undefined))
    editButton.current?.focus()
  }
  return (
    <>
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">{document.name}</span>}
        breadcrumb={
          <Breadcrumb crumbs={[{ label: 'My Documents', to: '/user/documents' }, { label: document.name }]} />
        }
        actions={
          <HeaderActions
            document={document}
            shareButton={shareButton}
            onShare={() => onShare(document)}
            onRename={() => setRenaming(true)}
            onDelete={() => setDeleting(true)}
          />
        }
      />
      <div className="mb-4 grid gap-4 empty:hidden">
        <DocumentOutcome document={document} />
        {isChanging && (
          <Banner>We’re creating a new version. It will replace this one when it’s ready.</Banner>
        )}
      </div>
      <div
        className={classNames(
          'grid items-start gap-6',
          isCorrecting
            ? 'lg:grid-cols-[minmax(0,1fr)_minmax(20rem,27rem)]'
            : 'lg:grid-cols-[minmax(0,1fr)_20rem]',
        )}
      >
        {/* Stays in view beside whatever is read or typed next to it. */}
        <div className={classNames('grid min-w-0 gap-4', !isEditing && !needsCheck && 'lg:sticky lg:top-20')}>
          {!isProcessed ? (
            <Unprocessed document={document} />
          ) : isEditing ? (
            <BlackOutEditor
              document={document}
              hidden={hidden}
              firstPage={editedPage}
              onClose={stopEditing}
            />
          ) : needsCheck ? (
            <CheckPages
              document={document}
              hidden={hidden}
              link={link}
              kinds={kinds()}
              isChanging={isChanging}
              onBlackOut={setEditedPage}
            />
          ) : (
            <HiddenPages
              document={document}
              highlights={[
                ...(isOutlined && !isCorrecting ? hidden : []),
                ...reading.highlights.filter(({ id }) => id === activeId),
              ]}
              link={link}
              panel={kinds()}
            />
          )}
        </div>
        <aside aria-label="About this document" className="grid gap-6">
          {isProcessed && !needsCheck && reading.panel(link)}
          {!isCorrecting && (
            <>
              {isProcessed && kinds(blackOutMore)}
              {isProcessed && <>{shares}</>}
              <div className="grid gap-2">
                <DocumentFacts document={document} />
                {isProcessed && <DocumentVersions document={document} />}
                <DocumentActivity id={document.id} />
              </div>
            </>
          )}
        </aside>
      </div>
      <Correction document={document} />
      {isRenaming && <RenameDialog document={document} onClose={() => setRenaming(false)} />}
      <DeleteDialog
        documents={isDeleting ? [document] : []}
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      />
    </>
  )
}

interface DocumentViewProps {
  id: string
  onDeleted: () => void
  onShare: (document: Document) => void
  /** What was read on its pages. */
  reading: {
    highlights: readonly Highlight[]
    /** It is being corrected: the page belongs to the form and what it's about. */
    isEditing: boolean
    panel: (link: ViewerLink) => ReactNode
  }
  /** Who can see it; shown once it is processed. */
  shares: ReactNode
}

/** One document: what is hidden, its versions, and who opened it; stays in step with the server. */
export function DocumentView({ id, ...actions }: DocumentViewProps) {
  useDocumentProgress()
  const query = useQuery(routeQuery(getDocument, { params: { id } }))
  // Also when it was deleted elsewhere while it was shown here.
  if (isNotFound(query.error)) return <MissingDocument />
  if (query.data) return <LoadedDocument document={query.data} {...actions} />
  return (
    <>
      <PageHeader title="Document" />
      {query.error ? (
        <FailedState
          message={errorText(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isRefetching}
        />
      ) : (
        <SectionSpinner />
      )}
    </>
  )
}

const MissingDocument = () => (
  <>
    <PageHeader title="Document" />
    <EmptyState
      icon={<FileX aria-hidden />}
      title="We couldn’t find this document"
      action={
        <LinkButton to="/user/documents" variant="secondary">
          Back to My Documents
        </LinkButton>
      }
    >
      It may have been deleted.
    </EmptyState>
  </>
)
