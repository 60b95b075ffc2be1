import type { Position } from '@exempta/contract/admin/applications'
import { useState } from 'react'
import { useIsHydrated } from '../../lib/hooks.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { Article, PublicPage } from '../../shared/public-page.tsx'
import { Button } from '../../ui/button.tsx'

interface OpenPosition {
  slug: Position
  title: string
  department: string
  location: string
  type: string
  salary: string
  summary: string
  html: string
}

interface PositionCardProps {
  position: OpenPosition
  canApply: boolean
  onApply: () => void
}

function PositionCard({ position, canApply, onApply }: PositionCardProps) {
  const { title, department, location, type, salary, summary, html } = position
  const facts = { Department: department, Location: location, Type: type, Salary: salary }
  return (
    <li className="grid content-start gap-4 rounded-card border border-line bg-surface p-6">
      <div className="grid gap-2">
        <h3 className="text-xl font-semibold">{title}</h3>
        <p className="leading-relaxed text-ink-muted">{summary}</p>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <Article html={html} className="text-[0.9375rem]" />
      <div>
        <Button disabled={!canApply} onClick={onApply} aria-label={`Apply for ${title}`}>
          Apply
        </Button>
      </div>
    </li>
  )
}

const ApplicationDialog = onDemand(async () => (await import('./application-dialog.tsx')).ApplicationDialog)

interface CareersProps {
  positions: readonly OpenPosition[]
  /** What an application for no position in particular is called. */
  generalTitle: string
  intro: string
}

export function Careers({ positions, generalTitle, intro }: CareersProps) {
  const [chosen, setChosen] = useState<Position>()
  const isReady = useIsHydrated()
  return (
    <PublicPage title="Careers" intro={intro}>
      <noscript>
        <p className="rounded-control bg-subtle px-4 py-3">
          You need JavaScript to apply. Please turn it on and reload this page.
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
            Don’t see a match?
          </h2>
          <p className="text-ink-muted">Tell us what you’re good at. We read every application.</p>
        </div>
        <Button variant="secondary" disabled={!isReady} onClick={() => setChosen('general')}>
          {generalTitle}
        </Button>
      </section>
      {chosen && <ApplicationDialog position={chosen} onClose={() => setChosen(undefined)} />}
    </PublicPage>
  )
}
