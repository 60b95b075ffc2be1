import { type Position, positions as titles } from '@exempta/contract/applications'
import { lazy, Suspense, useState } from 'react'
import { useIsHydrated } from '../../lib/use-is-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { PublicPage } from '../../ui/public-page.tsx'
import type { OpenPosition } from './open-position.ts'
import { PositionCard } from './position-card.tsx'

const ApplicationDialog = lazy(() => import('./application-dialog.tsx'))

export function Careers({ positions, intro }: { positions: readonly OpenPosition[]; intro: string }) {
  const [chosen, setChosen] = useState<Position>()
  const isReady = useIsHydrated()
  return (
    <PublicPage title="Careers" intro={intro}>
      <noscript>
        <p className="rounded-control bg-subtle px-4 py-3">
          Applying needs JavaScript. Please turn it on, and come back.
        </p>
      </noscript>
      <section aria-labelledby="open" className="grid gap-5">
        <h2 id="open" className="text-2xl font-semibold tracking-tight">
          Open positions
        </h2>
        <ul className="grid gap-5 lg:grid-cols-2">
          {positions.map((position) => (
            <PositionCard
              key={position.slug}
              position={position}
              canApply={isReady}
              onApply={() => setChosen(position.slug)}
            />
          ))}
        </ul>
      </section>
      <section
        aria-labelledby="general"
        className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-6"
      >
        <div className="grid gap-1">
          <h2 id="general" className="text-lg font-semibold">
            Nothing that fits?
          </h2>
          <p className="text-ink-muted">Tell us what you are good at. We read every application.</p>
        </div>
        <Button variant="secondary" disabled={!isReady} onClick={() => setChosen('general')}>
          {titles.general}
        </Button>
      </section>
      {chosen && (
        <Suspense>
          <ApplicationDialog position={chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </PublicPage>
  )
}
