import type { HealthState } from '@exempta/contract/system-health'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'

const looks = {
  good: { tone: 'success', word: 'Good', Icon: CircleCheck },
  warning: { tone: 'warning', word: 'Look at this', Icon: TriangleAlert },
  bad: { tone: 'danger', word: 'Bad', Icon: CircleX },
} as const

function HealthBadge({ state }: { state: HealthState }) {
  const { tone, word, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {word}
    </Badge>
  )
}

interface HealthCardProps {
  title: string
  description?: string
  part?: { state: HealthState; problems: readonly string[] }
  facts: readonly Fact[]
  children?: ReactNode
}

/** One part of the installation: how it is, what is wrong in words, and its figures. */
export const HealthCard = ({ title, description, part, facts, children }: HealthCardProps) => (
  <Card
    title={title}
    {...(description && { description })}
    {...(part && { actions: <HealthBadge state={part.state} /> })}
  >
    <div className="grid gap-4">
      {part && part.problems.length > 0 && (
        <ul
          className={
            part.state === 'bad'
              ? 'grid gap-1 rounded-control bg-danger-soft px-3 py-2 text-danger-ink'
              : 'grid gap-1 rounded-control bg-warning-soft px-3 py-2 text-warning-ink'
          }
        >
          {part.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <Facts layout="rows" facts={facts} />
      {children}
    </div>
  </Card>
)
