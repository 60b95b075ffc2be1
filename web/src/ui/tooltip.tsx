import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'

const delayMs = 300
const closeMs = 100
const gap = 6
const margin = 8

interface TriggerProps {
  'aria-describedby'?: string | undefined
}

/**
 * Text that appears on hover and keyboard focus. It must never be the only place for information. Built on the
 * browser's own popover layer, because a positioning library would add 13 kB to every page.
 */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement<TriggerProps> }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function change(open: boolean, afterMs: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(open), afterMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    const anchor = trigger.current?.firstElementChild
    if (!isOpen || !bubble.current || !anchor) return
    bubble.current.showPopover()
    place(bubble.current, anchor.getBoundingClientRect())
    const close = () => setOpen(false)
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && close()
    window.addEventListener('scroll', close, { capture: true, passive: true })
    window.addEventListener('keydown', closeOnEscape)
    return () => {
      window.removeEventListener('scroll', close, { capture: true })
      window.removeEventListener('keydown', closeOnEscape)
    }
  }, [isOpen])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what happens to the control inside
    <span
      ref={trigger}
      className="contents"
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && change(true, delayMs)}
      onPointerLeave={() => change(false, closeMs)}
      onPointerDown={() => change(false, 0)}
      onFocus={({ target }) => target.matches(':focus-visible') && change(true, 0)}
      onBlur={() => change(false, 0)}
    >
      {cloneElement(children, isOpen ? { 'aria-describedby': id } : {})}
      {isOpen && (
        <span
          ref={bubble}
          id={id}
          role="tooltip"
          popover="manual"
          className="m-0 max-w-64 animate-fade-in rounded-md bg-navy-900 px-2.5 py-1.5 text-xs text-white shadow-float"
        >
          {text}
        </span>
      )}
    </span>
  )
}

/** Above the control, or below it where there is no room above; always inside the window. */
function place(bubble: HTMLElement, anchor: DOMRect) {
  const { width, height } = bubble.getBoundingClientRect()
  const above = anchor.top - gap - height
  const left = anchor.left + anchor.width / 2 - width / 2
  bubble.style.inset = 'auto'
  bubble.style.top = `${above >= margin ? above : anchor.bottom + gap}px`
  bubble.style.left = `${Math.max(margin, Math.min(left, window.innerWidth - width - margin))}px`
}
