import type { SignalMessage } from '@exempta/contract/events'
import { limits } from '@exempta/contract/limits'
import { useEffect, useRef, useState } from 'react'

/** Who types on the other side, for a moment after the last sign of it. */
export function useTypingOfOthers(isOther: (from: string | null) => boolean) {
  const [isTyping, setTyping] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const stop = () => {
    clearTimeout(timer.current)
    setTyping(false)
  }
  const hear = (message: SignalMessage) => {
    if (message.name !== 'typing' || !isOther(message.from)) return
    stop()
    if (!message.payload.isTyping) return
    setTyping(true)
    timer.current = setTimeout(stop, limits.chatTypingMs * 2)
  }
  return { isTyping, hear, stop }
}

/** Tells of one's own typing, now and then while it goes on; after a message it begins anew. */
export function useTellTyping(tell: () => void) {
  const last = useRef(0)
  return {
    onTyping: () => {
      const now = Date.now()
      if (now - last.current < limits.chatTypingMs) return
      last.current = now
      tell()
    },
    onSent: () => {
      last.current = 0
    },
  }
}
