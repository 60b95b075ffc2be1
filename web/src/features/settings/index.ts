import { lazy } from 'react'

export const SettingSections = lazy(async () => ({
  default: (await import('./setting-sections.tsx')).SettingSections,
}))
