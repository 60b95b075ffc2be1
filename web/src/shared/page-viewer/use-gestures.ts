import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Spot } from './geometry.ts'

interface Gestures {
  frame: RefObject<HTMLElement | null>
  /** Changes the size by a factor; what is at the spot of the window stays there. */
  onZoom: (factor: number, at: Spot) => void
}

const wheelSpeed = 0.0025
const dragPx = 4

/**
 * Pinching with two fingers or on a touchpad zooms, and two fingers move the page also where one finger draws. Dragging
 * with the mouse moves it. One finger scrolls without our help.
 */
export function useGestures({ frame, onZoom }: Gestures) {
  const zoom = useEffectEvent(onZoom)
  // React listens passively to these events, and a passive listener cannot stop the browser from zooming the whole page.
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let last: { spot: Spot; distance: number } | undefined
    function pinch(event: TouchEvent) {
      const fingers = twoFingers(event)
      if (!fingers) {
        last = undefined
        return
      }
      event.preventDefault()
      if (last && element) {
        element.scrollLeft -= fingers.spot[0] - last.spot[0]
        element.scrollTop -= fingers.spot[1] - last.spot[1]
        zoom(fingers.distance / last.distance, fingers.spot)
      }
      last = fingers
    }
    function wheel(event: WheelEvent) {
      // Browsers report a pinch on a touchpad as a turn of the wheel with the Ctrl key.
      if (!event.ctrlKey) return
      event.preventDefault()
      zoom(Math.exp(-event.deltaY * wheelSpeed), [event.clientX, event.clientY])
    }
    const touches = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const
    for (const name of touches) element.addEventListener(name, pinch, { passive: false })
    element.addEventListener('wheel', wheel, { passive: false })
    return () => {
      for (const name of touches) element.removeEventListener(name, pinch)
      element.removeEventListener('wheel', wheel)
    }
  }, [frame])

  const dragged = useRef<{ from: Spot; scroll: Spot }>(undefined)
  return {
    onPointerDown({ pointerType, button, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
      if (pointerType !== 'mouse' || button !== 0) return
      dragged.current = {
        from: [clientX, clientY],
        scroll: [currentTarget.scrollLeft, currentTarget.scrollTop],
      }
    },
    onPointerMove({ clientX, clientY, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
      if (!dragged.current) return
      const { from, scroll } = dragged.current
      const by = [clientX - from[0], clientY - from[1]] as const
      // A press on a box of the page is no drag.
      if (!currentTarget.hasPointerCapture(pointerId) && Math.hypot(...by) < dragPx) return
      currentTarget.setPointerCapture(pointerId)
      currentTarget.scrollTo({ left: scroll[0] - by[0], top: scroll[1] - by[1], behavior: 'instant' })
    },
    onPointerUp() {
      dragged.current = undefined
    },
    onPointerCancel() {
      dragged.current = undefined
    },
  }
}

function twoFingers({ touches: [one, other, third] }: TouchEvent) {
  if (!one || !other || third) return undefined
  return {
    spot: [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2] as const,
    distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  }
}
