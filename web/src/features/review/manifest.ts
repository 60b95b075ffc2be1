import { FileInput } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const review: FeatureManifest = {
  pages: [
    {
      area: 'business',
      path: 'documents',
      module: 'features/review/list/received-documents',
      navigation: { label: 'Received Documents', Icon: FileInput, order: 20 },
    },
    { area: 'business', path: 'documents/:id', module: 'app/pages/business/review' },
  ],
}
