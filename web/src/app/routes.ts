import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'
import { hasShowcase } from '../../build-place.ts'

const pages = (area: string, names: Record<string, string>) =>
  prefix(
    area,
    Object.entries(names).map(([path, file]) => route(path, `pages/${area}/${file}.tsx`)),
  )

// The living page of the design system: only in development and in builds made for its tests.
const isShown = process.env.NODE_ENV === 'development' || hasShowcase
const showcase = isShown ? [route('dev/ui', 'showcase/showcase-page.tsx')] : []
const guardedShowcase = isShown ? [route('dev/refused', 'showcase/refused-page.tsx')] : []

const ownDashboard = route('dashboard', 'own-dashboard.tsx', { id: 'own-dashboard' })

const product = [
  layout('public-layout.tsx', [
    index('pages/public/home.tsx'),
    route('about', 'pages/public/about.tsx'),
    route('contact', 'pages/public/contact.tsx'),
    route('careers', 'pages/public/careers.tsx'),
    route('blog', 'pages/public/blog.tsx'),
    route('blog/:slug', 'pages/public/blog-post.tsx'),
    route('help', 'pages/public/help.tsx'),
    route('tutorials', 'pages/public/tutorials.tsx'),
    route('tutorials/:slug', 'pages/public/tutorial.tsx'),
    route('privacy', 'pages/public/privacy.tsx'),
    route('terms', 'pages/public/terms.tsx'),
    route('security', 'pages/public/security.tsx'),
    route('developers', 'pages/public/developers.tsx'),
    route('s/:token', 'pages/public/shared-document.tsx'),
    route('support', 'pages/public/support.tsx'),
    route('login', 'pages/accounts/login.tsx'),
    route('register', 'pages/accounts/register.tsx'),
    route('forgot-password', 'pages/accounts/forgot-password.tsx'),
    route('reset-password', 'pages/accounts/reset-password.tsx'),
    route('verify-email', 'pages/accounts/verify-email.tsx'),
    route('change-email', 'pages/accounts/change-email.tsx'),
    route('invitation', 'pages/accounts/invitation.tsx'),
    route('setup', 'pages/accounts/setup.tsx'),
    ...showcase,
    route('*', 'pages/public/not-found.tsx'),
  ]),
  route('blog/rss.xml', 'pages/public/rss.ts'),
  route('help/search.json', 'pages/public/help-search.ts'),
  ownDashboard,
  route('admin', 'own-dashboard.tsx', { id: 'admin-index' }),
  layout('portal-layout.tsx', [
    ...guardedShowcase,
    ...pages('user', {
      dashboard: 'dashboard',
      upload: 'upload',
      documents: 'documents',
      'documents/:id': 'document',
      profile: 'profile',
    }),
    ...pages('business', {
      dashboard: 'dashboard',
      documents: 'documents',
      team: 'team',
      profile: 'profile',
      reports: 'reports',
      api: 'api',
      webhooks: 'webhooks',
      'webhooks/:id': 'webhook',
    }),
    ...pages('admin', {
      dashboard: 'dashboard',
      users: 'users',
      businesses: 'businesses',
      'businesses/:id': 'business',
      reports: 'reports',
      chats: 'chats',
      profile: 'profile',
      audit: 'audit',
      mail: 'mail',
      applications: 'applications',
      'api-access': 'api-access',
      settings: 'settings',
      health: 'health',
    }),
  ]),
]

// A build for its tests holds little else: it takes half the time.
const showcaseAlone = [
  layout('public-layout.tsx', [index('pages/public/home.tsx'), ...showcase]),
  ownDashboard,
  layout('portal-layout.tsx', [...guardedShowcase, ...pages('admin', { dashboard: 'dashboard' })]),
]

export default (hasShowcase ? showcaseAlone : product) satisfies RouteConfig
