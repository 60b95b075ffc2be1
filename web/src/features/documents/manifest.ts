import { FileText, LayoutDashboard, Upload } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const documents: FeatureManifest = {
  pages: [
    {
      area: 'user',
      path: 'dashboard',
      module: 'app/pages/user/dashboard',
      navigation: { label: 'Dashboard', Icon: LayoutDashboard, order: 10 },
    },
    {
      area: 'user',
      path: 'upload',
      module: 'app/pages/user/upload',
      navigation: { label: 'Upload Documents', Icon: Upload, order: 20 },
    },
    {
      area: 'user',
      path: 'documents',
      module: 'app/pages/user/documents',
      navigation: { label: 'My Documents', Icon: FileText, order: 30 },
    },
    { area: 'user', path: 'documents/:id', module: 'app/pages/user/document' },
    // The server opens the file there; the page shows only when it cannot.
    { area: 'public', path: 'api/view/:token', module: 'app/pages/public/view-link-over' },
  ],
}
