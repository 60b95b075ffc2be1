import { blackOutDocument, type DocumentDetails } from '@exempta/contract/documents'
import { ChevronLeft, ChevronRight, SquarePlus, X } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query.ts'
import { PagePicture } from '../../../shared/document-pictures.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { useFocusOnMount } from '../../../ui/focus.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { refreshDocuments } from '../document-actions.tsx'
import { HiddenOutlines } from '../page/page-gallery.tsx'
import { type Area, useAreas } from './areas.ts'
import { PageSurface } from './page-surface.tsx'

interface AreaListProps {
  areas: readonly Area[]
  onRemove: (id: number) => void
}

/** The areas on the page shown, to take one back. */
function AreaList({ areas, onRemove }: AreaListProps) {
  if (areas.length === 0) return null
  return (
    <ul aria-label="Areas on this page" className="flex flex-wrap gap-2">
      {areas.map(({ id }, at) => (
        <li key={id}>
          <Button variant="secondary" size="sm" onClick={() => onRemove(id)}>
            <X aria-hidden className="size-4" />
            Remove area {at + 1}
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface EditorToolbarProps {
  number: number
  pageCount: number
  addButton: Ref<HTMLButtonElement>
  isFull: boolean
  onPage: (number: number) => void
  onAdd: () => void
}

function EditorToolbar({ number, pageCount, addButton, isFull, onPage, onAdd }: EditorToolbarProps) {
  const frame = useFocusOnMount()
  return (
    <div ref={frame} className="flex flex-wrap items-center justify-between gap-3">
      <Button ref={addButton} variant="secondary" disabled={isFull} onClick={onAdd}>
        <SquarePlus aria-hidden className="size-4" />
        Add an area
      </Button>
      <nav aria-label="Page to mark" className="flex items-center gap-1">
        <IconButton
          label="Previous page"
          icon={<ChevronLeft aria-hidden />}
          disabled={number === 1}
          onClick={() => onPage(number - 1)}
        />
        <span aria-live="polite" className="tabular-nums">
          Page {number} of {pageCount}
        </span>
        <IconButton
          label="Next page"
          icon={<ChevronRight aria-hidden />}
          disabled={number === pageCount}
          onClick={() => onPage(number + 1)}
        />
      </nav>
    </div>
  )
}

interface BlackOutBarProps {
  document: Pick<DocumentDetails, 'id' | 'name' | 'version'>
  areas: readonly Area[]
  onClose: () => void
}

/** Stays at the lower edge: how many areas are marked, and what can be done with them. */
function BlackOutBar({ document, areas, onClose }: BlackOutBarProps) {
  const [isAsking, setAsking] = useState(false)
  const counted = areas.length === 1 ? '1 area' : `${areas.length} areas`

  async function blackOut() {
    const boxes = areas.map(({ id: _, ...box }) => box)
    const refresh = () => queryClient.invalidateQueries({ queryKey: ['documents'] })
    try {
      await call(blackOutDocument, {
        params: { id: document.id },
        body: { version: document.version, boxes },
      })
    } finally {
      // After a conflict, too: the areas are kept and can be sent for the newer version.
      await refresh()
    }
    toast.success(`${counted} will be blacked out.`)
    onClose()
  }
  return (
    <div className="sticky bottom-4 z-20 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised px-4 py-3 shadow-float">
      <p aria-live="polite" className="font-medium tabular-nums">
        {counted} marked
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" disabled={areas.length === 0} onClick={() => setAsking(true)}>
          Black out
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`Black out ${counted}`}
        question="What you black out is gone for good, even for you. This action cannot be undone."
        subject={<span className="break-words">{document.name}</span>}
        confirmLabel="Black out"
        onConfirm={blackOut}
      />
    </div>
  )
}

interface BlackOutEditorProps {
  document: DocumentDetails
  /** The page that is shown first. */
  firstPage: number
  onClose: () => void
}

const middle = { x: 0.35, y: 0.45, width: 0.3, height: 0.06 }

/** Marks more areas, page by page, with pointer or keys, and blacks them out for good. */
export function BlackOutEditor({ document, firstPage, onClose }: BlackOutEditorProps) {
  const { areas, isFull, add, change, remove } = useAreas()
  const [number, setNumber] = useState(firstPage)
  const [focusedId, setFocusedId] = useState<number>()
  const addButton = useRef<HTMLButtonElement>(null)
  const page = document.pages.find((one) => one.page === number)
  if (!page) return null
  const onPage = areas.filter((area) => area.page === number)

  function removeArea(id: number) {
    remove(id)
    addButton.current?.focus()
  }
  return (
    <section aria-label="Black out more" className="grid gap-4">
      <Banner>
        Draw a box over anything else you want to hide. With the keyboard, add an area and move it with the
        arrow keys.
      </Banner>
      <EditorToolbar
        number={number}
        pageCount={document.pages.length}
        addButton={addButton}
        isFull={isFull}
        onPage={setNumber}
        onAdd={() => setFocusedId(add({ page: number, ...middle }))}
      />
      <PagePicture document={document} page={page} onStale={refreshDocuments}>
        <HiddenOutlines findings={page.findings} />
        <PageSurface
          page={page}
          areas={onPage}
          isFull={isFull}
          focusedId={focusedId}
          onDraw={add}
          onChange={change}
          onRemove={removeArea}
        />
      </PagePicture>
      <AreaList areas={onPage} onRemove={removeArea} />
      <BlackOutBar document={document} areas={areas} onClose={onClose} />
    </section>
  )
}
