import type { getPublicSettings } from '@exempta/contract/admin/settings'
import type { RouteOutput } from '@exempta/contract/route'
import { useEffect, useState } from 'react'

type PublicSettings = RouteOutput<typeof getPublicSettings>

async function load(signal: AbortSignal): Promise<PublicSettings> {
  const [{ call }, { getPublicSettings }] = await Promise.all([
    import('../../lib/api.ts'),
    import('@exempta/contract/admin/settings'),
  ])
  return call(getPublicSettings, undefined, { signal })
}

/** The administrator's own values. Undefined until they have arrived: show what the build knew meanwhile. */
export function usePublicSettings(): PublicSettings | undefined {
  const [settings, setSettings] = useState<PublicSettings>()
  useEffect(() => {
    const leaving = new AbortController()
    // Without an answer the page keeps showing what the build knew.
    load(leaving.signal).then(setSettings, () => {})
    return () => leaving.abort()
  }, [])
  return settings
}
