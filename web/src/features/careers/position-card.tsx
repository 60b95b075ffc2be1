import { Article } from '../../ui/article.tsx'
import { Button } from '../../ui/button.tsx'
import type { OpenPosition } from './open-position.ts'

interface PositionCardProps {
  position: OpenPosition
  canApply: boolean
  onApply: () => void
}

export function PositionCard({ position, canApply, onApply }: PositionCardProps) {
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
