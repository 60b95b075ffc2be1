import { BadgeCheck } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const certificates: FeatureManifest = {
  pages: [
    { area: 'user', path: 'wallet', navigation: { label: 'Wallet', Icon: BadgeCheck, order: 35 } },
    { area: 'user', path: 'wallet/:id/renew', module: 'user/renew' },
    { area: 'user', path: 'wallet/:id/fill', module: 'user/fill' },
  ],
}
