import { FileSearch, FolderArchive } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const binders: FeatureManifest = {
  pages: [
    {
      area: 'business',
      path: 'binder',
      module: 'features/binders/binder-page',
      navigation: { label: 'Audits', Icon: FolderArchive, order: 28 },
    },
    {
      area: 'business',
      path: 'gaps',
      module: 'features/binders/gaps/gaps-page',
      navigation: { label: 'Missing Certificates', Icon: FileSearch, order: 27 },
    },
    { area: 'public', path: 'audit/:token', module: 'features/binders/auditors/audit-page' },
    { area: 'public', path: 'verify-binder', module: 'features/binders/verify/verify-page' },
  ],
}
