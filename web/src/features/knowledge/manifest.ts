import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const knowledge: FeatureManifest = {
  pages: [
    { area: 'public', path: 'states', module: 'app/pages/public/states' },
    { area: 'public', path: 'states/:state', module: 'app/pages/public/state' },
  ],
}
