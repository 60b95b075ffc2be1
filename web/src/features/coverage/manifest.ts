import { BadgeCheck, ScanSearch } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const coverage: FeatureManifest = {
  pages: [
    {
      area: 'business',
      path: 'counter',
      module: 'features/coverage/counter',
      navigation: { label: 'Counter', Icon: ScanSearch, order: 22 },
    },
    {
      area: 'business',
      path: 'coverage',
      module: 'app/pages/business/coverage',
      navigation: { label: 'Coverage', Icon: BadgeCheck, order: 24 },
    },
  ],
}
