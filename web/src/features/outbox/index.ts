import { lazy } from 'react'

export const Outbox = lazy(async () => ({ default: (await import('./outbox.tsx')).Outbox }))
