import { getSessionState, subscribeToSession } from '../../../lib/session-store.ts'

/**
 * Reasons that were typed but not sent, by received document. They outlive whatever happens to the document, and a
 * reload of the page, but not the session: the next person at this browser doesn't get them.
 */
const prefix = 'exempta.reject-reason.'

function clear() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

const personId = () => {
  const state = getSessionState()
  return state.status === 'signed-in' ? state.session.person.id : ''
}
const keyOf = (id: string) => `${prefix}${personId()}.${id}`

subscribeToSession(() => {
  if (getSessionState().status === 'guest') clear()
})

export const draftOf = (id: string): string => sessionStorage.getItem(keyOf(id)) ?? ''

export function keepDraft(id: string, reason: string): void {
  if (reason.trim()) sessionStorage.setItem(keyOf(id), reason)
  else sessionStorage.removeItem(keyOf(id))
}
