import { WalletCards } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const wallet: FeatureManifest = {
  pages: [
    { area: 'user', path: 'wallet', navigation: { label: 'Wallet', Icon: WalletCards, order: 35 } },
    { area: 'user', path: 'wallet/:id/renew', module: 'user/renew' },
  ],
}
