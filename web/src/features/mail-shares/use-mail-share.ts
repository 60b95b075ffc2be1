import { awaitMailShareChange, getMailShare, type MailShare } from '@exempta/contract/mail-shares'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../lib/api.ts'
import { ApiError, isGone } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'

const pauseMs = 2000

interface Ends {
  onGone: () => void
  /** The proof of the address is over. */
  onUnproved: () => void
}

export interface FollowedShare {
  share: MailShare | undefined
  failure: string | undefined
  retry: () => void
}

/** What the link opens, kept in step with the server: one call is always open there and answers at a change. */
export function useMailShare(linkId: string, ends: Ends): FollowedShare {
  const [share, setShare] = useState<MailShare>()
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const onEnd = useEffectEvent((error: unknown): boolean => {
    if (isGone(error)) ends.onGone()
    else if (error instanceof ApiError && error.code === 'code-needed') ends.onUnproved()
    else return false
    return true
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt begins anew
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const params = { link: linkId }
    async function follow() {
      let shown = await call(getMailShare, { params }, { signal })
      setShare(shown)
      while (!signal.aborted) {
        try {
          const query = { state: shown.state }
          const { isChanged } = await call(awaitMailShareChange, { params, query }, { signal })
          if (!isChanged) continue
          shown = await call(getMailShare, { params }, { signal })
          setShare(shown)
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
  }, [linkId, attempt])

  return { share, failure, retry: () => setAttempt(attempt + 1) }
}
