import { useState } from 'react'

/** Kept in this browser: it is a matter of comfort, and comes back on another one. */
export function useIsPutAway(personId: string): [isPutAway: boolean, putAway: () => void] {
  const key = `exempta.first-steps-put-away.${personId}`
  const [isPutAway, setPutAway] = useState(() => localStorage.getItem(key) !== null)
  return [
    isPutAway,
    () => {
      localStorage.setItem(key, '1')
      setPutAway(true)
    },
  ]
}
