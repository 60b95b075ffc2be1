import type { SignedInPerson } from '@exempta/contract/accounts'
import type { LiveHandlers } from '../../lib/live.ts'
import { queryClient } from '../../lib/query.ts'
import { loadSession, sessionKnown } from '../../lib/session-calls.ts'
import { useLiveStream } from '../../lib/use-live.ts'

const settleMs = 50
let isRefreshing = false

/** The streams of a page begin together: what is shown is fetched again once, not once for each. */
function refreshAll() {
  if (isRefreshing) return
  isRefreshing = true
  setTimeout(() => {
    isRefreshing = false
    void queryClient.invalidateQueries()
  }, settleMs)
}

/** What the profile shows of an account is fetched by routes with names of their own. */
const ofAccount = ['profile', 'sessions', 'two-factor'] as const

const handlers: LiveHandlers = {
  onStale: refreshAll,
  onEvent({ name, payload }) {
    if (name !== 'changed') return
    const { topic } = payload
    // A person who just lost access must not ask for what the page still shows: it goes away with the new session.
    const known = topic === 'account' ? loadSession() : sessionKnown()
    void known.then(() => {
      for (const shown of topic === 'account' ? ofAccount : [topic]) {
        void queryClient.invalidateQueries({ queryKey: [shown] })
      }
    })
  },
}

/** Keeps what is on screen fresh: a live event of a topic makes that topic's queries fetch again. */
export function useLiveUpdates({ id, role, business }: SignedInPerson) {
  useLiveStream('everybody', handlers)
  useLiveStream(`role:${role}`, handlers)
  useLiveStream(`person:${id}`, handlers)
  useLiveStream(business && `business:${business.id}`, handlers)
}
