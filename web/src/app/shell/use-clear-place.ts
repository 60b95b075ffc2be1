import { type RefObject, useLayoutEffect, useState } from 'react'

const controls = 'a[href], button, input, select, textarea, summary, [role=button], [role=switch], [role=tab]'
/** Between the floating button and what it makes room for. */
const gapPx = 8
/** Smaller ones are only for screen readers. */
const shownPx = 4
/** A page changes in many small steps; what it looks like after them counts. */
const settleMs = 100

/** How far a fixed element has to be lifted so that no control is under it; undefined when there is no such place. */
function clearLift(element: HTMLElement, lifted: number): number | undefined {
  const own = element.getBoundingClientRect()
  const { left, right } = own
  const inTheWay = [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((control) => !element.contains(control) && control.checkVisibility({ visibilityProperty: true }))
    .map((control) => control.getBoundingClientRect())
    .filter((rect) => rect.width > shownPx && rect.right > left - gapPx && rect.left < right + gapPx)
    .sort((one, other) => other.bottom - one.bottom)
  const base = own.bottom + lifted
  let bottom = base
  for (const rect of inTheWay) {
    if (rect.top < bottom && rect.bottom > bottom - own.height) bottom = rect.top - gapPx
  }
  return bottom - own.height > window.innerHeight / 3 ? base - bottom : undefined
}

/** Keeps a fixed element clear of the page's controls, whatever is scrolled, opened or added. */
export function useClearPlace(ref: RefObject<HTMLElement | null>): number | undefined {
  const [lift, setLift] = useState<number | undefined>(0)
  useLayoutEffect(() => {
    let lifted = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      if (!ref.current) return
      const found = clearLift(ref.current, lifted)
      lifted = found ?? 0
      setLift(found)
    }
    const lookSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(look, settleMs)
    }
    look()
    const changes = new MutationObserver(lookSoon)
    changes.observe(document.body, { childList: true, subtree: true })
    const sizes = new ResizeObserver(lookSoon)
    sizes.observe(document.body)
    window.addEventListener('scroll', lookSoon, { capture: true, passive: true })
    window.addEventListener('resize', lookSoon)
    return () => {
      clearTimeout(timer)
      changes.disconnect()
      sizes.disconnect()
      window.removeEventListener('scroll', lookSoon, { capture: true })
      window.removeEventListener('resize', lookSoon)
    }
  }, [ref])
  return lift
}
