/** Whether the live-support window is closed, open or minimised. Light on purpose: every page has it. */
import { useSyncExternalStore } from 'react'

export type ChatWindow = 'closed' | 'open' | 'minimised'

const key = 'exempta.chat.window'
const threadKey = 'exempta.chat.thread'
const listeners = new Set<() => void>()
let state: ChatWindow | undefined

function read(): ChatWindow {
  state ??= (sessionStorage.getItem(key) as ChatWindow | null) ?? 'closed'
  return state
}

export function setChatWindow(next: ChatWindow) {
  state = next
  if (next === 'closed') sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, next)
  for (const listener of listeners) listener()
}

/** For buttons elsewhere on a page, such as the one of the contact page. */
export const openChatWindow = () => setChatWindow('open')

/** Without this mark no one has written to support with this browser, so nothing has to be fetched. */
export const mayHaveThread = () => localStorage.getItem(threadKey) !== null

export function noteThread(hasThread: boolean) {
  if (hasThread) localStorage.setItem(threadKey, '1')
  else localStorage.removeItem(threadKey)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useChatWindow = (): ChatWindow => useSyncExternalStore(subscribe, read, () => 'closed')
