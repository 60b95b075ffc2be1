import type { FeatureManifest } from '../../lib/feature-manifest.ts'

/** The page Requests leads here where emails are received. */
export const inbound: FeatureManifest = {
  pages: [{ area: 'business', path: 'emails', module: 'features/inbound/emails-page' }],
}
