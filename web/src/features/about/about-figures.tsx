import { getPublicSettings } from '@exempta/contract/settings'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'

export interface Figures {
  users: string
  documents: string
  uptime: string
  support: string
}

const labels: Record<keyof Figures, string> = {
  users: 'Users',
  documents: 'Documents',
  uptime: 'Uptime',
  support: 'Support',
}

/** What the build knew stands until the administrator's own figures are there. */
export function AboutFigures({ figures: built }: { figures: Figures }) {
  const [figures, setFigures] = useState(built)
  useEffect(() => {
    const leaving = new AbortController()
    call(getPublicSettings, undefined, { signal: leaving.signal }).then(
      ({ about }) => setFigures(about),
      // The page is good without: what the build knew stays.
      () => {},
    )
    return () => leaving.abort()
  }, [])
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {(Object.keys(labels) as (keyof Figures)[]).map((name) => (
        <div
          key={name}
          className="flex flex-col-reverse gap-1 rounded-card border border-line bg-surface p-6 text-center"
        >
          <dt className="text-ink-muted">{labels[name]}</dt>
          <dd className="text-3xl font-semibold tracking-tight text-accent-ink tabular-nums">
            {figures[name]}
          </dd>
        </div>
      ))}
    </dl>
  )
}
