import { lazy } from 'react'

export const AddBusinessDialog = lazy(() => import('./add-business-dialog.tsx'))
export const Businesses = lazy(async () => ({ default: (await import('./list/businesses.tsx')).Businesses }))
export const BusinessDetail = lazy(async () => ({
  default: (await import('./detail/business-detail.tsx')).BusinessDetail,
}))
