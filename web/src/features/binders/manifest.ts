import { FolderArchive } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const binders: FeatureManifest = {
  pages: [
    {
      area: 'business',
      path: 'binder',
      module: 'features/binders/binder-page',
      navigation: { label: 'Audits', Icon: FolderArchive, order: 28 },
    },
    { area: 'public', path: 'audit/:token', module: 'features/binders/auditors/audit-page' },
    { area: 'public', path: 'verify-binder', module: 'features/binders/verify/verify-page' },
  ],
}
