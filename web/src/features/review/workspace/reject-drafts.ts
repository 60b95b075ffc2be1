import { getSessionState, subscribeToSession } from '../../../lib/session-store.ts'

/** Reasons that were typed but not sent, by document. They outlive whatever happens to the document. */
const drafts = new Map<string, string>()

subscribeToSession(() => {
  if (getSessionState().status === 'guest') drafts.clear()
})

export const draftOf = (id: string): string => drafts.get(id) ?? ''

export function keepDraft(id: string, reason: string): void {
  if (reason.trim()) drafts.set(id, reason)
  else drafts.delete(id)
}
