import type { Stream } from '@exempta/contract/events'
import { reviewLimits } from '@exempta/contract/review/limits'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMembership } from '../../../lib/roles.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { signalReviewing, useLiveState, useLiveStream } from '../../../lib/use-live.ts'

interface Seen {
  shareId: string
  atMs: number
}

/** Someone who moves through many documents quickly is not announced at each of them. */
const settleMs = 300

/**
 * Tells colleagues which document this person has open, and returns which ones they have open: the document by the id
 * of the person. Nothing is stored. A colleague who is not heard of for a while has left.
 */
export function useReviewers(shareId: string): ReadonlyMap<string, string> {
  const state = useSessionState()
  const { business } = useMembership()
  const ownId = state.status === 'signed-in' ? state.session.person.id : undefined
  const stream: Stream | null = business && `business:${business.id}`
  const [seen, setSeen] = useState<ReadonlyMap<string, Seen>>(new Map())
  const isConnected = useLiveState() === 'open'

  const announce = useEffectEvent((id: string | null) => {
    if (stream) signalReviewing(stream, document.hidden ? null : id)
  })
  const dropOld = useEffectEvent(() => {
    const oldest = Date.now() - reviewLimits.reviewPresenceMs
    if ([...seen.values()].some(({ atMs }) => atMs < oldest)) {
      setSeen(new Map([...seen].filter(([, { atMs }]) => atMs >= oldest)))
    }
  })

  useLiveStream(stream, {
    onEvent: () => {},
    onStale: () => {},
    onSignal({ name, from, payload }) {
      if (name !== 'reviewing' || from === null || from === ownId) return
      const next = new Map(seen)
      if (payload.shareId) next.set(from, { shareId: payload.shareId, atMs: Date.now() })
      else next.delete(from)
      setSeen(next)
      // A colleague who has just arrived does not know yet that this person is here.
      if (payload.shareId === shareId && seen.get(from)?.shareId !== shareId) announce(shareId)
    },
  })

  useEffect(() => {
    if (!isConnected) return
    const first = setTimeout(() => announce(shareId), settleMs)
    const beat = setInterval(() => {
      announce(shareId)
      dropOld()
    }, reviewLimits.reviewPresenceBeatMs)
    const onVisibility = () => announce(shareId)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearTimeout(first)
      clearInterval(beat)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [shareId, isConnected])

  // Leaving the page, by a link or by closing the tab.
  useEffect(() => {
    const leave = () => announce(null)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  return new Map([...seen].map(([personId, { shareId: open }]) => [personId, open]))
}
