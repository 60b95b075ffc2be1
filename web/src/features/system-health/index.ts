import { lazy } from 'react'

export const SystemHealth = lazy(async () => ({
  default: (await import('./system-health.tsx')).SystemHealth,
}))
