import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const sharing: FeatureManifest = {
  pages: [{ area: 'public', path: 's/:token', module: 'features/sharing/email-link/shared-document-page' }],
}
