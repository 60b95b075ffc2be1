import { lazy } from 'react'

export const AddUserDialog = lazy(() => import('./add-user-dialog.tsx'))
export const Users = lazy(async () => ({ default: (await import('./users.tsx')).Users }))
