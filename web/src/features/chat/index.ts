export { ChatConsole } from './console/chat-console.tsx'
export { ChatWidget } from './widget/chat-widget.tsx'
export { ReturnToChat } from './widget/return-to-chat.tsx'
