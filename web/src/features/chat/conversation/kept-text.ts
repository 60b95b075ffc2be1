/** What was written and not sent: kept in this tab alone, over a reload and a sign-in. */
import type { Outgoing } from './conversation.ts'

const draftKey = (place: string) => `exempta.chat.draft.${place}`
const unsentKey = (place: string) => `exempta.chat.unsent.${place}`

export const keptDraft = (place: string): string => sessionStorage.getItem(draftKey(place)) ?? ''

export function keepDraft(place: string, text: string) {
  if (text) sessionStorage.setItem(draftKey(place), text)
  else sessionStorage.removeItem(draftKey(place))
}

export function keptUnsent(place: string): Outgoing[] {
  const kept = sessionStorage.getItem(unsentKey(place))
  return kept === null ? [] : (JSON.parse(kept) as Outgoing[])
}

export function keepUnsent(place: string, outgoing: readonly Outgoing[]) {
  if (outgoing.length > 0) sessionStorage.setItem(unsentKey(place), JSON.stringify(outgoing))
  else sessionStorage.removeItem(unsentKey(place))
}

/** Whoever uses this browser next does not find it. */
export function forgetKept(place: string) {
  keepDraft(place, '')
  keepUnsent(place, [])
}
