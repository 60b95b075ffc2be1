import { OneTimeToken } from '@exempta/contract/accounts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'

const neverChanges = () => () => {}

/** False while only the prerendered markup is there, which knows nothing of the address and of this browser. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
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

/**
 * The secret of a one-time link: behind the #, so that it reaches no server log and no referrer, and taken out of the
 * address bar and the history as soon as it is read. Undefined when the link is not whole.
 */
export function useLinkToken(): string | undefined {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const found = OneTimeToken.safeParse(new URLSearchParams(hash.slice(1)).get('token')).data
  const [token, setToken] = useState(found)
  useEffect(() => {
    if (!hash) return
    setToken(found)
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true })
  }, [hash, found, pathname, search, navigate])
  return token
}
