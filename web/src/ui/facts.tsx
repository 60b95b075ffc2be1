import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

export interface Fact {
  label: string
  value: ReactNode
}

interface FactsProps {
  facts: readonly Fact[]
  /** `rows`: label left, value right, for narrow cards. */
  layout?: 'columns' | 'rows'
}

/** What is known about one thing: label and value, pair by pair. */
export function Facts({ facts, layout = 'columns' }: FactsProps) {
  const isRows = layout === 'rows'
  return (
    <dl className={isRows ? 'divide-y divide-line' : 'grid gap-x-6 gap-y-4 sm:grid-cols-2'}>
      {facts.map(({ label, value }) => (
        <div
          key={label}
          className={classNames(
            'min-w-0',
            isRows ? 'flex items-center justify-between gap-4 py-2.5' : 'grid content-start gap-0.5',
          )}
        >
          <dt className="shrink-0 text-ink-muted">{label}</dt>
          <dd className={classNames('min-w-0 font-medium break-words', isRows && 'text-right')}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
