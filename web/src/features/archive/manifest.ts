import { FilePlus2 } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const archive: FeatureManifest = {
  pages: [
    {
      area: 'business',
      path: 'archive',
      module: 'features/archive/archive-page',
      navigation: { label: 'Add Certificates', Icon: FilePlus2, order: 25 },
    },
  ],
}
