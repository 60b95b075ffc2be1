import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { hasShowcase } from '../build-place.ts'
import { addressOf, featurePages, moduleOf } from './app/features.ts'
import type { FeaturePage } from './lib/feature-manifest.ts'

const pagesOf = (isWanted: (page: FeaturePage) => boolean) =>
  featurePages.filter(isWanted).map((page) => {
    const address = addressOf(page).slice(1)
    // Named by its address, because several pages may have one module.
    return address === ''
      ? index(moduleOf(page), { id: 'home' })
      : route(address, moduleOf(page), { id: address })
  })

// The living page of the design system: only in development and in builds made for its tests.
const isShown = process.env.NODE_ENV === 'development' || hasShowcase
const showcase = isShown ? [route('dev/ui', 'app/showcase/showcase-page.tsx')] : []
const guardedShowcase = isShown ? [route('dev/refused', 'app/showcase/refused-page.tsx')] : []

const ownDashboard = route('dashboard', 'app/own-dashboard.tsx', { id: 'own-dashboard' })

const product = [
  layout('app/public-layout.tsx', [
    ...pagesOf(({ area }) => area === 'public'),
    ...showcase,
    route('*', 'app/pages/public/not-found.tsx'),
  ]),
  route('blog/rss.xml', 'app/pages/public/rss.ts'),
  route('help/search.json', 'app/pages/public/help-search.ts'),
  ownDashboard,
  route('admin', 'app/own-dashboard.tsx', { id: 'admin-index' }),
  layout('app/portal-layout.tsx', [...guardedShowcase, ...pagesOf(({ area }) => area !== 'public')]),
]

// A build for its tests holds little else: it takes half the time.
const showcaseAlone = [
  layout('app/public-layout.tsx', [...pagesOf((page) => addressOf(page) === '/'), ...showcase]),
  ownDashboard,
  layout('app/portal-layout.tsx', [
    ...guardedShowcase,
    ...pagesOf((page) => addressOf(page) === '/admin/dashboard'),
  ]),
]

export default (hasShowcase ? showcaseAlone : product) satisfies RouteConfig
