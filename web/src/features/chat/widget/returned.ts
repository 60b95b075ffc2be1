/** Hands a thread that was opened by a link to the widget, which is elsewhere on the page. */
import type { ChatThread } from '@exempta/contract/chat'
import { noteThread } from '../../../lib/chat-window.ts'

let listener: ((thread: ChatThread) => void) | undefined

export function onReturned(show: (thread: ChatThread) => void): () => void {
  listener = show
  return () => {
    listener = undefined
  }
}

export function tellReturned(thread: ChatThread) {
  noteThread(true)
  listener?.(thread)
}
