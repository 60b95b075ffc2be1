import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, errorText, isExpired } from '../../lib/api-error.ts'

const pauseMs = 2000

export interface Ends {
  onExpired: () => void
  /** The proof of the address is over. */
  onUnproved: () => void
}

interface Source<Content> {
  read: (signal: AbortSignal) => Promise<Content>
  /** Answers when the state differs from this one, or after a while. */
  wait: (state: string, signal: AbortSignal) => Promise<{ isChanged: boolean }>
}

/** What a link opens, kept in step with the server: one call is always open there and answers at a change. */
export function useFollowed<Content extends { state: string }>(source: Source<Content>, ends: Ends) {
  const [content, setContent] = useState<Content>()
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const read = useEffectEvent((signal: AbortSignal) => source.read(signal))
  const wait = useEffectEvent((state: string, signal: AbortSignal) => source.wait(state, signal))
  const onEnd = useEffectEvent((error: unknown): boolean => {
    if (isExpired(error)) ends.onExpired()
    else if (error instanceof ApiError && error.code === 'code-needed') ends.onUnproved()
    else return false
    return true
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts again
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    async function follow() {
      let shown = await read(signal)
      setContent(shown)
      while (!signal.aborted) {
        try {
          const { isChanged } = await wait(shown.state, signal)
          if (!isChanged) continue
          shown = await read(signal)
          setContent(shown)
        } catch (error) {
          if (signal.aborted || onEnd(error)) return
          // Offline, busy or restarting: what is shown stays, and is asked about again.
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
        }
      }
    }
    setFailure(undefined)
    follow().catch((error: unknown) => {
      if (!signal.aborted && !onEnd(error)) setFailure(errorText(error))
    })
    return () => controller.abort()
  }, [attempt])

  return { content, failure, retry: () => setAttempt(attempt + 1) }
}
