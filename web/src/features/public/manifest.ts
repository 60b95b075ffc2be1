import type { FeatureManifest, FeaturePage } from '../../lib/feature-manifest.ts'

const page = (path: string, module = `app/pages/public/${path}`): FeaturePage => ({
  area: 'public',
  path,
  module,
})

/** A page that is all text: `web/content/pages/NAME.md`. */
const text = (path: string) => page(path, 'app/pages/public/written-text')

export const publicPages: FeatureManifest = {
  pages: [
    page('', 'features/public/home'),
    page('about'),
    page('contact', 'features/public/contact'),
    page('careers'),
    page('blog'),
    page('blog/:slug', 'app/pages/public/blog-post'),
    page('help'),
    page('tutorials'),
    page('tutorials/:slug', 'app/pages/public/tutorial'),
    text('privacy'),
    text('terms'),
    text('security'),
    text('developers'),
  ],
}
