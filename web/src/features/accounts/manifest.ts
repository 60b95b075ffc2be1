import { UserRound } from 'lucide-react'
import type { FeatureManifest, FeaturePage } from '../../lib/feature-manifest.ts'

const publicPage = (path: string): FeaturePage => ({
  area: 'public',
  path,
  module: `features/accounts/pages/${path}`,
})

export const accounts: FeatureManifest = {
  pages: [
    publicPage('login'),
    publicPage('register'),
    publicPage('forgot-password'),
    publicPage('reset-password'),
    publicPage('verify-email'),
    publicPage('change-email'),
    publicPage('invitation'),
    publicPage('setup'),
    {
      area: 'public',
      path: 'company-login/:id',
      module: 'features/accounts/company-login/company-login-page',
    },
    {
      area: 'user',
      path: 'profile',
      module: 'app/pages/user/profile',
      navigation: { label: 'Profile', Icon: UserRound, order: 40 },
    },
    { area: 'admin', path: 'profile', module: 'app/pages/admin/profile' },
  ],
}
