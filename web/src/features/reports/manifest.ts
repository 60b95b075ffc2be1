import { ChartColumn } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const reports: FeatureManifest = {
  pages: [
    {
      area: 'admin',
      path: 'reports',
      module: 'features/reports/admin-reports',
      navigation: { label: 'Reports', Icon: ChartColumn, order: 40 },
    },
  ],
}
