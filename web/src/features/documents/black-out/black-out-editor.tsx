import { blackOutDocument, type DocumentDetails } from '@exempta/contract/documents'
import { documentAddress } from '@exempta/contract/documents/files'
import { SquarePlus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query.ts'
import type { Area } from '../../../shared/page-areas/areas.ts'
import { PageSurface } from '../../../shared/page-areas/page-surface.tsx'
import type { Highlight } from '../../../shared/page-viewer/highlights.tsx'
import { PageViewer } from '../../../shared/page-viewer/page-viewer.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { toast } from '../../../ui/toast.ts'
import { refreshDocuments } from '../document-actions.tsx'
import { useAreas } from './use-areas.ts'

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
  /** What is hidden already. */
  hidden: readonly Highlight[]
  /** The page that is shown first. */
  firstPage: number
  onClose: () => void
}

const middle = { x: 0.35, y: 0.45, width: 0.3, height: 0.06 }

/** Marks more areas, page by page, with pointer or keys, and blacks them out for good. */
export function BlackOutEditor({ document, hidden, firstPage, onClose }: BlackOutEditorProps) {
  const { areas, isFull, add, change, remove } = useAreas()
  const [number, setNumber] = useState(firstPage)
  const [focusedId, setFocusedId] = useState<number>()
  const addButton = useRef<HTMLButtonElement>(null)
  const onPage = areas.filter((area) => area.page === number)
  useEffect(() => addButton.current?.focus(), [])

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
      <PageViewer
        label="Page to mark"
        pages={document.pages}
        addressOf={({ page }) => documentAddress.page(document.id, document.version, page)}
        onStale={refreshDocuments}
        firstPage={firstPage}
        onPage={setNumber}
        highlights={hidden.map(({ mark: _, ...outline }) => outline)}
        tools={
          <Button
            ref={addButton}
            variant="secondary"
            size="sm"
            disabled={isFull}
            onClick={() => setFocusedId(add({ page: number, ...middle }))}
          >
            <SquarePlus aria-hidden className="size-4" />
            Add an area
          </Button>
        }
        overlay={({ page }, turn) => (
          <PageSurface
            page={page}
            turn={turn}
            areas={onPage}
            isFull={isFull}
            focusedId={focusedId}
            onDraw={add}
            onChange={change}
            onRemove={removeArea}
          />
        )}
      />
      <AreaList areas={onPage} onRemove={removeArea} />
      <BlackOutBar document={document} areas={areas} onClose={onClose} />
    </section>
  )
}
