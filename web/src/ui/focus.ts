import { type MouseEvent, useEffect, useRef } from 'react'

/**
 * For buttons near a form: the press must not blur a field, since its error would move the button away before
 * the release.
 */
export const keepFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() }

/** For the next step of a dialog: its first field or button gets the focus that the step before had. */
export function useFocusOnMount() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field =
      ref.current?.querySelector<HTMLElement>('input, textarea') ?? ref.current?.querySelector('button')
    field?.focus()
  }, [])
  return ref
}

/**
 * Gives the focus back to what had it before a layer opened. radix-ui only does so for its own triggers,
 * and our layers are opened from state.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
