import { lazy } from 'react'

export const AdminDashboard = lazy(async () => ({
  default: (await import('./admin-dashboard.tsx')).AdminDashboard,
}))
