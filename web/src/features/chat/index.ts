import { lazy } from 'react'

/** Each part is fetched when it is shown: the window on all pages, the console and the way back on their own. */
export const loadChatWidget = async () => ({
  default: (await import('./widget/chat-widget.tsx')).ChatWidget,
})
export const ChatWidget = lazy(loadChatWidget)
export const ChatConsole = lazy(async () => ({
  default: (await import('./console/chat-console.tsx')).ChatConsole,
}))
export const ReturnToChat = lazy(async () => ({
  default: (await import('./widget/return-to-chat.tsx')).ReturnToChat,
}))
