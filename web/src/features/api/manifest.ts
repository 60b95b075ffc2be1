import { KeyRound } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const api: FeatureManifest = {
  pages: [
    {
      area: 'business',
      path: 'api',
      module: 'features/api/keys/api-page',
      navigation: { label: 'API & webhooks', Icon: KeyRound, order: 50, alsoMarks: ['webhooks'] },
    },
    { area: 'business', path: 'webhooks', module: 'features/api/webhooks/webhooks' },
    { area: 'business', path: 'webhooks/:id', module: 'features/api/webhooks/webhook-detail' },
    {
      area: 'admin',
      path: 'api-access',
      module: 'features/api/keys/access-requests',
      navigation: { label: 'API Access', Icon: KeyRound, order: 90, group: 'System' },
    },
  ],
}
