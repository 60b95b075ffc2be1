import { useEffect, useRef } from 'react'

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
