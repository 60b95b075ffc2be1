import { KeyRound } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const api: FeatureManifest = {
  pages: [
    {
      area: 'business',
      path: 'api',
      navigation: { label: 'API & webhooks', Icon: KeyRound, order: 50, alsoMarks: ['webhooks'] },
    },
    { area: 'business', path: 'webhooks' },
    { area: 'business', path: 'webhooks/:id', module: 'business/webhook' },
    {
      area: 'admin',
      path: 'api-access',
      navigation: { label: 'API Access', Icon: KeyRound, order: 90, group: 'System' },
    },
  ],
}
