import { lazy } from 'react'

export { AccessRequests } from './access-requests.tsx'
export { ApiAccessCard } from './api-access-card.tsx'
export { ApiKeys } from './api-keys.tsx'
export const MakeKeyDialog = lazy(() => import('./make-key-dialog.tsx'))
