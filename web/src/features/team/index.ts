import { lazy } from 'react'

export const InviteDialog = lazy(() => import('./invite-dialog.tsx'))
export const Team = lazy(async () => ({ default: (await import('./team.tsx')).Team }))
