import type { Box } from '@exempta/contract/documents'
import { type PointerEvent, useState } from 'react'
import { type Area, boxBetween, isMarked, moved, type Spot } from './areas.ts'

interface DrawingOptions {
  page: number
  isFull: boolean
  onDraw: (box: Box) => void
  onMove: (area: Area) => void
}

type Stroke = { kind: 'draw'; from: Spot; to: Spot } | { kind: 'move'; area: Area; from: Spot }

/** Mouse, pen and finger alike: a stroke on the page marks an area, one that begins on an area moves it. */
export function useDrawing({ page, isFull, onDraw, onMove }: DrawingOptions) {
  const [stroke, setStroke] = useState<Stroke>()

  function begin(event: PointerEvent<HTMLElement>, area?: Area) {
    if (event.button !== 0 || !event.isPrimary || (isFull && !area)) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = spotOf(event)
    setStroke(area ? { kind: 'move', area, from } : { kind: 'draw', from, to: from })
  }
  function go(event: PointerEvent<HTMLElement>) {
    if (!stroke) return
    event.stopPropagation()
    const to = spotOf(event)
    if (stroke.kind === 'draw') setStroke({ ...stroke, to })
    else onMove(moved(stroke.area, [to[0] - stroke.from[0], to[1] - stroke.from[1]]))
  }
  function end(event: PointerEvent<HTMLElement>) {
    if (!stroke) return
    event.stopPropagation()
    setStroke(undefined)
    if (stroke.kind !== 'draw') return
    const box = boxBetween(page, stroke.from, spotOf(event))
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
function spotOf(event: PointerEvent<HTMLElement>): Spot {
  const surface = event.currentTarget.closest('[data-page-surface]') ?? event.currentTarget
  const { left, top, width, height } = surface.getBoundingClientRect()
  return [(event.clientX - left) / width, (event.clientY - top) / height]
}
