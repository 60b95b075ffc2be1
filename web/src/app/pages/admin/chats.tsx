import { ChatConsole } from '../../../features/chat/console/chat-console.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'

export const meta = pageMeta('Chat Sessions')

export default function ChatsPage() {
  return <ChatConsole />
}
