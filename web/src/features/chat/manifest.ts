import { MessagesSquare } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const chat: FeatureManifest = {
  pages: [
    { area: 'public', path: 'support', module: 'features/chat/widget/support-page' },
    {
      area: 'admin',
      path: 'chats',
      module: 'features/chat/console/chat-console',
      navigation: { label: 'Chat Management', Icon: MessagesSquare, order: 50 },
    },
  ],
}
