import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { safeReturnTo } from './return-to.ts'

const neverChanges = () => () => {}

/** False while only the prerendered markup is there, which knows nothing of the address and of this browser. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

/** Whether a media query matches, for words that differ; what only looks different is up to CSS. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** The page to go to after logging in or signing up. The prerendered page does not know its own address. */
export function useReturnTo(): string | undefined {
  const [params] = useSearchParams()
  return useIsHydrated() ? safeReturnTo(params.get('returnTo')) : undefined
}

/** The value once it has not changed for a moment, so that a search does not run for every key. */
export function useSettled<Value>(value: Value, settleMs = 200): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value, settleMs])
  return settled
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))

/**
 * Whether the hands are still on a field: it had the focus, and nothing was done to leave it. If the field disappears
 * under the hands, what they go on typing is text, no shortcut.
 */
let isInField = false
const leavingKeys = ['Tab', 'Escape', 'Enter']

function watchFields(): void {
  const onKey = ({ target, key, shiftKey }: KeyboardEvent) => {
    if (leavingKeys.includes(key) && !(key === 'Enter' && shiftKey)) isInField = false
    else if (isTyping(target)) isInField = true
  }
  const onPointer = () => {
    isInField = false
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (isTyping(target)) isInField = true
  }
  // Before the handlers of the page, which may remove the field.
  window.addEventListener('keydown', onKey, { capture: true })
  window.addEventListener('pointerdown', onPointer, { capture: true })
  window.addEventListener('focusin', onFocus, { capture: true })
}
if (typeof window !== 'undefined') watchFields()

const openDialogs = () => document.querySelectorAll('[role=dialog],[role=alertdialog]').length

interface HotkeyOptions {
  isOn?: boolean
  /** The key belongs to a dialog: it works while that is the only one. */
  isInDialog?: boolean
}

/** Calls back when one of the keys is pressed anywhere but in a field, after a lost one, or under an open dialog. */
export function useHotkey(
  keys: string | readonly string[],
  onPress: (key: string) => void,
  { isOn = true, isInDialog = false }: HotkeyOptions = {},
) {
  const latest = useRef(onPress)
  const wanted = [keys].flat().join(' ').toLowerCase()
  useEffect(() => {
    latest.current = onPress
  })
  useEffect(() => {
    if (!isOn) return
    function onKeyDown(event: KeyboardEvent) {
      if (!wanted.split(' ').includes(event.key.toLowerCase())) return
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (isInField) return
      if (event.repeat || openDialogs() !== (isInDialog ? 1 : 0)) return
      event.preventDefault()
      latest.current(event.key)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [wanted, isOn, isInDialog])
}
