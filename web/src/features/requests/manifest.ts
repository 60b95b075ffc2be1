import { Inbox } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const requests: FeatureManifest = {
  pages: [
    { area: 'public', path: 'r/:token', module: 'features/requests/answer/request-page' },
    {
      area: 'business',
      path: 'requests',
      module: 'features/requests/request-list',
      navigation: { label: 'Requests', Icon: Inbox, order: 26, alsoMarks: ['emails'] },
    },
  ],
}
