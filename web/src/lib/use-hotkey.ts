import { useEffect, useRef } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))

const openDialogs = () => document.querySelectorAll('[role=dialog],[role=alertdialog]').length

interface HotkeyOptions {
  isOn?: boolean
  /** The key belongs to a dialog: it works while that is the only one. */
  isInDialog?: boolean
}

/** Calls back when the key is pressed anywhere but in a field or under an open dialog. */
export function useHotkey(
  key: string,
  onPress: () => void,
  { isOn = true, isInDialog = false }: HotkeyOptions = {},
) {
  const latest = useRef(onPress)
  useEffect(() => {
    latest.current = onPress
  })
  useEffect(() => {
    if (!isOn) return
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== key.toLowerCase()) return
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.repeat || openDialogs() !== (isInDialog ? 1 : 0)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [key, isOn, isInDialog])
}
