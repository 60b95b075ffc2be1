import { Building2, ChartColumn, LayoutDashboard, Users } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const businesses: FeatureManifest = {
  pages: [
    {
      area: 'business',
      path: 'dashboard',
      module: 'app/pages/business/dashboard',
      navigation: { label: 'Dashboard', Icon: LayoutDashboard, order: 10 },
    },
    {
      area: 'business',
      path: 'profile',
      module: 'app/pages/business/profile',
      navigation: { label: 'Business Profile', Icon: Building2, order: 60 },
    },
    {
      area: 'business',
      path: 'team',
      module: 'app/pages/business/team',
      navigation: { label: 'Team', Icon: Users, order: 30 },
    },
    {
      area: 'business',
      path: 'reports',
      module: 'features/businesses/reports/business-reports',
      navigation: { label: 'Reports', Icon: ChartColumn, order: 40 },
    },
    {
      area: 'admin',
      path: 'businesses',
      module: 'features/businesses/administration/businesses',
      navigation: { label: 'Manage Businesses', Icon: Building2, order: 30 },
    },
    { area: 'admin', path: 'businesses/:id', module: 'app/pages/admin/business' },
  ],
}
