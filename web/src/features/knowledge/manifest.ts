import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const knowledge: FeatureManifest = {
  pages: [
    { area: 'public', path: 'states', module: 'public/states' },
    { area: 'public', path: 'states/:state', module: 'public/state' },
  ],
}
