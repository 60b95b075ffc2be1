import type { Box } from '@exempta/contract/documents'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { placeOf, type Spot, spotOnPage, type Turn } from '../page-viewer/geometry.ts'
import { type Area, boxBetween, changedByKey, isMarked, moved } from './areas.ts'

interface DrawingOptions {
  page: number
  turn: Turn
  isFull: boolean
  onDraw: (box: Box) => void
  onMove: (area: Area) => void
}

type Stroke = { kind: 'draw'; from: Spot; to: Spot } | { kind: 'move'; area: Area; from: Spot }

/** Mouse, pen and finger alike: a stroke on the page marks an area, one that begins on an area moves it. */
function useDrawing({ page, turn, isFull, onDraw, onMove }: DrawingOptions) {
  const [stroke, setStroke] = useState<Stroke>()

  function begin(event: PointerEvent<HTMLElement>, area?: Area) {
    event.stopPropagation()
    // A second finger moves the page instead.
    if (!event.isPrimary) return setStroke(undefined)
    if (event.button !== 0 || (isFull && !area)) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = spotOf(event, turn)
    setStroke(area ? { kind: 'move', area, from } : { kind: 'draw', from, to: from })
  }
  function go(event: PointerEvent<HTMLElement>) {
    if (!stroke) return
    event.stopPropagation()
    const to = spotOf(event, turn)
    if (stroke.kind === 'draw') setStroke({ ...stroke, to })
    else onMove(moved(stroke.area, [to[0] - stroke.from[0], to[1] - stroke.from[1]]))
  }
  function end(event: PointerEvent<HTMLElement>) {
    if (!stroke) return
    event.stopPropagation()
    setStroke(undefined)
    if (stroke.kind !== 'draw') return
    const box = boxBetween(page, stroke.from, spotOf(event, turn))
    if (isMarked(box)) onDraw(box)
  }
  return {
    draft: stroke?.kind === 'draw' ? boxBetween(page, stroke.from, stroke.to) : undefined,
    handlersFor: (area?: Area) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, area),
      onPointerMove: go,
      onPointerUp: end,
      onPointerCancel: () => setStroke(undefined),
    }),
  }
}

/** Where on the page the pointer is, whatever part of the page took the event. */
function spotOf(event: PointerEvent<HTMLElement>, turn: Turn): Spot {
  const surface = event.currentTarget.closest('[data-page-surface]') ?? event.currentTarget
  const { left, top, width, height } = surface.getBoundingClientRect()
  return spotOnPage([(event.clientX - left) / width, (event.clientY - top) / height], turn)
}

interface PageSurfaceProps {
  page: number
  turn: Turn
  areas: readonly Area[]
  isFull: boolean
  /** The area that takes the focus as soon as it is there. */
  focusedId: number | undefined
  onDraw: (box: Box) => void
  onChange: (area: Area) => void
  onRemove: (id: number) => void
  /** What an area is called, and how it looks; those to be blacked out are numbered. */
  labelOf?: (area: Area) => string
  lookOf?: (area: Area) => string
  onFocus?: (area: Area) => void
  /** A list beside the page leads to each area with the keyboard: small ones lie too close to be reached one by one. */
  isListed?: boolean
}

const blackedOut = () => 'border-2 border-teal-500 bg-black/75 text-white'

/** Lies over a page's picture and takes pointer and keys. */
export function PageSurface({
  page,
  turn,
  areas,
  isFull,
  focusedId,
  onDraw,
  onChange,
  onRemove,
  labelOf,
  lookOf = blackedOut,
  onFocus,
  isListed = false,
}: PageSurfaceProps) {
  const { draft, handlersFor } = useDrawing({ page, turn, isFull, onDraw, onMove: onChange })
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
          tabIndex={isListed ? -1 : undefined}
          aria-label={`${labelOf?.(area) ?? `Area ${at + 1}`}. Arrow keys move it, Shift and arrow keys change its size, Delete removes it.`}
          className={classNames(
            'absolute scroll-mb-24 cursor-move touch-none overflow-hidden rounded-[2px] text-xs font-semibold',
            lookOf(area),
          )}
          onFocus={() => onFocus?.(area)}
          style={placeOf(area)}
          {...handlersFor(area)}
          onKeyDown={(event) => {
            const changed = changedByKey(area, event.key, event.shiftKey, turn)
            const isRemoved = event.key === 'Delete' || event.key === 'Backspace'
            if (!changed && !isRemoved) return
            event.preventDefault()
            if (changed) onChange(changed)
            else onRemove(area.id)
          }}
        >
          <span className="inline-block" style={{ rotate: `${turn * -90}deg` }}>
            {!labelOf && at + 1}
          </span>
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
