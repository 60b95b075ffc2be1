import { MessagesSquare } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const chat: FeatureManifest = {
  pages: [
    { area: 'public', path: 'support' },
    {
      area: 'admin',
      path: 'chats',
      navigation: { label: 'Chat Management', Icon: MessagesSquare, order: 50 },
    },
  ],
}
