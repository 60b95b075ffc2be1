import { useEffect } from 'react'
import { listenForSessionNews, mayBeSignedIn, setSessionState } from '../../lib/session-store.ts'

const loadSession = async () => (await import('../../lib/session-calls.ts')).loadSession()

/** Finds out who is signed in when a page opens, and follows what other tabs do. */
export function useSessionSync() {
  useEffect(() => {
    if (mayBeSignedIn()) void loadSession()
    return listenForSessionNews((news) => {
      if (news === 'signed-out' || news === 'ended') setSessionState({ status: 'guest', since: news })
      else void loadSession()
    })
  }, [])
}
