import { BookOpenCheck, FileText } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const knowledge: FeatureManifest = {
  pages: [
    { area: 'public', path: 'states', module: 'public/states' },
    { area: 'public', path: 'states/:state', module: 'public/state' },
    {
      area: 'admin',
      path: 'rules',
      navigation: { label: 'Rules', Icon: BookOpenCheck, order: 65, group: 'System' },
    },
    {
      area: 'admin',
      path: 'forms',
      navigation: { label: 'Forms', Icon: FileText, order: 66, group: 'System' },
    },
  ],
}
