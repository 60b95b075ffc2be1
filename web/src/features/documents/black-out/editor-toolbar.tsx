import { ChevronLeft, ChevronRight, SquarePlus } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts'

interface EditorToolbarProps {
  number: number
  pageCount: number
  addButton: Ref<HTMLButtonElement>
  isFull: boolean
  onPage: (number: number) => void
  onAdd: () => void
}

export function EditorToolbar({ number, pageCount, addButton, isFull, onPage, onAdd }: EditorToolbarProps) {
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
