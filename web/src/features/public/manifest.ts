import type { FeatureManifest, FeaturePage } from '../../lib/feature-manifest.ts'

const page = (path: string, module?: string): FeaturePage => ({
  area: 'public',
  path,
  ...(module && { module: `public/${module}` }),
})

export const publicPages: FeatureManifest = {
  pages: [
    page('', 'home'),
    page('about'),
    page('contact'),
    page('careers'),
    page('blog'),
    page('blog/:slug', 'blog-post'),
    page('help'),
    page('tutorials'),
    page('tutorials/:slug', 'tutorial'),
    page('privacy'),
    page('terms'),
    page('security'),
    page('developers'),
  ],
}
