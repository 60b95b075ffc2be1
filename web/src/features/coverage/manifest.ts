import { BadgeCheck, ScanSearch } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const coverage: FeatureManifest = {
  pages: [
    { area: 'business', path: 'counter', navigation: { label: 'Counter', Icon: ScanSearch, order: 22 } },
    { area: 'business', path: 'coverage', navigation: { label: 'Coverage', Icon: BadgeCheck, order: 24 } },
  ],
}
