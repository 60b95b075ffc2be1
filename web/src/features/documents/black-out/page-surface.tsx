import type { Box, DocumentPage } from '@exempta/contract/documents'
import { useEffect, useRef } from 'react'
import { type Area, changedByKey } from './areas.ts'
import { useDrawing } from './use-drawing.ts'

interface PageSurfaceProps {
  page: DocumentPage
  areas: readonly Area[]
  isFull: boolean
  /** The area that takes the focus as soon as it is there. */
  focusedId: number | undefined
  onDraw: (box: Box) => void
  onChange: (area: Area) => void
  onRemove: (id: number) => void
}

/** Lies over a page's picture and takes pointer and keys. */
export function PageSurface({
  page,
  areas,
  isFull,
  focusedId,
  onDraw,
  onChange,
  onRemove,
}: PageSurfaceProps) {
  const { draft, handlersFor } = useDrawing({ page: page.page, isFull, onDraw, onMove: onChange })
  const focused = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new area takes the focus once, when it is added.
  useEffect(() => focused.current?.focus(), [focusedId])
  return (
    <div
      data-page-surface
      className="absolute inset-0 cursor-crosshair touch-none select-none"
      {...handlersFor()}
    >
      {areas.map((area, at) => (
        <button
          key={area.id}
          ref={area.id === focusedId ? focused : undefined}
          type="button"
          aria-label={`Area ${at + 1}. Arrow keys move it, Shift and arrow keys change its size, Delete removes it.`}
          className="absolute scroll-mb-24 cursor-move overflow-hidden touch-none rounded-[2px] border-2 border-teal-500 bg-black/75 text-xs font-semibold text-white"
          style={placeOf(area)}
          {...handlersFor(area)}
          onKeyDown={(event) => {
            const changed = changedByKey(area, event.key, event.shiftKey)
            const isRemoved = event.key === 'Delete' || event.key === 'Backspace'
            if (!changed && !isRemoved) return
            event.preventDefault()
            if (changed) onChange(changed)
            else onRemove(area.id)
          }}
        >
          {at + 1}
        </button>
      ))}
      {draft && (
        <span
          className="pointer-events-none absolute border-2 border-dashed border-teal-500 bg-black/50"
          style={placeOf(draft)}
        />
      )}
    </div>
  )
}

const placeOf = ({ x, y, width, height }: Box) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
})
