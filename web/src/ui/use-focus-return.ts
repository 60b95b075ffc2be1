import { useRef } from 'react'

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
