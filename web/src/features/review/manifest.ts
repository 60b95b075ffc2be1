import { FileInput } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const review: FeatureManifest = {
  pages: [
    {
      area: 'business',
      path: 'documents',
      navigation: { label: 'Received Documents', Icon: FileInput, order: 20 },
    },
    { area: 'business', path: 'documents/:id', module: 'business/review' },
  ],
}
