import { lazy } from 'react'

export const BusinessDashboard = lazy(async () => ({
  default: (await import('./dashboard/business-dashboard.tsx')).BusinessDashboard,
}))
export const BusinessReports = lazy(async () => ({
  default: (await import('./report/business-reports.tsx')).BusinessReports,
}))
