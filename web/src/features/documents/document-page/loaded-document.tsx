import type { DocumentDetails } from '@exempta/contract/documents'
import { lazy, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Banner } from '../../../ui/banner.tsx'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'
import { DeleteDialog } from '../delete-dialog.tsx'
import { DocumentActivity } from './document-activity.tsx'
import { DocumentFacts } from './document-facts.tsx'
import { DocumentVersions } from './document-versions.tsx'
import type { DocumentViewProps } from './document-view.tsx'
import { HeaderActions } from './header-actions.tsx'
import { HiddenKinds } from './hidden-kinds.tsx'
import { PageGallery } from './page-gallery.tsx'
import { Unprocessed } from './unprocessed.tsx'

const BlackOutEditor = lazy(() => import('../black-out/black-out-editor.tsx'))

interface LoadedDocumentProps extends Omit<DocumentViewProps, 'id'> {
  document: DocumentDetails
}

export function LoadedDocument({ document, onDeleted, onShare, shares }: LoadedDocumentProps) {
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const isProcessed = document.status === 'processed'
  const isChanging = document.versions.some(({ isReady }) => !isReady)

  function stopEditing() {
    flushSync(() => setEditing(false))
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
            isEditing={isEditing}
            isChanging={isChanging}
            editButton={editButton}
            onEdit={() => setEditing(true)}
            onShare={() => onShare(document)}
            onDelete={() => setDeleting(true)}
          />
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          {isChanging && (
            <Banner>
              A new version is being made. It takes the place of this one as soon as it is ready.
            </Banner>
          )}
          {!isProcessed ? (
            <Unprocessed document={document} />
          ) : isEditing ? (
            <Suspense fallback={<SectionSpinner />}>
              <BlackOutEditor document={document} onClose={stopEditing} />
            </Suspense>
          ) : (
            <PageGallery document={document} />
          )}
        </div>
        <aside aria-label="About this document" className="grid gap-6">
          {isProcessed && <Suspense fallback={<SectionSpinner />}>{shares}</Suspense>}
          {isProcessed && <HiddenKinds findings={document.findings} />}
          <DocumentFacts document={document} />
          {isProcessed && <DocumentVersions document={document} />}
          <DocumentActivity id={document.id} />
        </aside>
      </div>
      <DeleteDialog
        document={isDeleting ? document : undefined}
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      />
    </>
  )
}
