import { useEffect, useState } from 'react'

/** The value once it has not changed for a moment: what a search asks for while somebody types. */
export function useSettled<Value>(value: Value, settleMs = 200): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value, settleMs])
  return settled
}
