import { Building2, ChartColumn, LayoutDashboard, Users } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const businesses: FeatureManifest = {
  pages: [
    {
      area: 'business',
      path: 'dashboard',
      navigation: { label: 'Dashboard', Icon: LayoutDashboard, order: 10 },
    },
    {
      area: 'business',
      path: 'profile',
      navigation: { label: 'Business Profile', Icon: Building2, order: 60 },
    },
    { area: 'business', path: 'team', navigation: { label: 'Team', Icon: Users, order: 30 } },
    { area: 'business', path: 'reports', navigation: { label: 'Reports', Icon: ChartColumn, order: 40 } },
    {
      area: 'admin',
      path: 'businesses',
      navigation: { label: 'Manage Businesses', Icon: Building2, order: 30 },
    },
    { area: 'admin', path: 'businesses/:id', module: 'admin/business' },
  ],
}
