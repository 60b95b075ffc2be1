import { lazy } from 'react'

export const BusinessStatusBanner = lazy(() => import('./business-status-banner.tsx'))
export const BusinessDetails = lazy(async () => ({
  default: (await import('./business-details.tsx')).BusinessDetails,
}))
export const MailPreferences = lazy(async () => ({
  default: (await import('./mail-preferences.tsx')).MailPreferences,
}))
