import { Inbox } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const requests: FeatureManifest = {
  pages: [
    { area: 'public', path: 'r/:token', module: 'public/certificate-request' },
    { area: 'business', path: 'requests', navigation: { label: 'Requests', Icon: Inbox, order: 26 } },
  ],
}
