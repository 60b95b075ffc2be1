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

/** For buttons elsewhere on a page, such as the one of the contact page. Who hid the chat gets it back. */
export function openChatWindow() {
  if (isChatHidden()) hideChat(false)
  setChatWindow('open')
}

const hiddenKey = 'exempta.chat.hidden'
const isChatHidden = () => localStorage.getItem(hiddenKey) !== null

/** Staff who don't need it can put the chat away, in this browser. */
export function hideChat(isHidden = true) {
  if (isHidden) localStorage.setItem(hiddenKey, '1')
  else localStorage.removeItem(hiddenKey)
  for (const listener of listeners) listener()
}

let unreadCount = 0

/** What the widget knows of unread answers, for the entry in the navigation. */
export function setChatUnread(count: number) {
  unreadCount = count
  for (const listener of listeners) listener()
}

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

export const useIsChatHidden = (): boolean => useSyncExternalStore(subscribe, isChatHidden, () => false)

export const useChatUnread = (): number =>
  useSyncExternalStore(
    subscribe,
    () => unreadCount,
    () => 0,
  )
