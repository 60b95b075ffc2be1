import { BadgeCheck } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const certificates: FeatureManifest = {
  pages: [
    {
      area: 'user',
      path: 'wallet',
      module: 'features/certificates/wallet/wallet-list',
      navigation: { label: 'Wallet', Icon: BadgeCheck, order: 35 },
    },
    { area: 'user', path: 'wallet/:id/renew', module: 'app/pages/user/renew' },
    { area: 'user', path: 'wallet/:id/fill', module: 'features/certificates/fill/fill-page' },
  ],
}
