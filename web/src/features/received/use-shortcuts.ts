import { useState } from 'react'

const key = 'exempta.review-keys'

/** Letters act at once, which not everybody wants: whoever speaks to the computer switches them off. */
export function useShortcuts() {
  const [isOn, setOn] = useState(() => localStorage.getItem(key) !== 'off')
  function change(next: boolean) {
    if (next) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
    setOn(next)
  }
  return { isOn, change }
}
