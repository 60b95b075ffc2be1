import type { DocumentDetails } from '@exempta/contract/documents'
import { useRef, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { PagePicture } from '../../../ui/page-picture.tsx'
import { HiddenOutlines } from '../document-page/hidden-outlines.tsx'
import { refreshDocuments } from '../refresh-documents.ts'
import { AreaList } from './area-list.tsx'
import { BlackOutBar } from './black-out-bar.tsx'
import { EditorToolbar } from './editor-toolbar.tsx'
import { PageSurface } from './page-surface.tsx'
import { useAreas } from './use-areas.ts'

interface BlackOutEditorProps {
  document: DocumentDetails
  onClose: () => void
}

const middle = { x: 0.35, y: 0.45, width: 0.3, height: 0.06 }

/** Marks more areas, page by page, with pointer or keys, and blacks them out for good. */
export default function BlackOutEditor({ document, onClose }: BlackOutEditorProps) {
  const { areas, isFull, add, change, remove } = useAreas()
  const [number, setNumber] = useState(1)
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
        Draw over whatever else shall be hidden, with the mouse or a finger. With the keyboard, add an area
        and move it with the arrow keys.
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
